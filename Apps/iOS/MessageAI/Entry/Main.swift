@main
enum Main {
  static func main() {
    MessageAIApp.main()
  }
}
