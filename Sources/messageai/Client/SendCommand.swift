import ArgumentParser
import Domain
import Foundation
import ViewModels

/// `messageai send`
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send one message and wait until the server has it.",
    discussion: """
      Prints the id and the seq of the message. Exit codes: 0 the server has it on disk; 1 it was refused; \
      2 the server did not answer in time, the message is kept and sent at the next start.
      """)

  @OptionGroup var client: ClientOptions

  @Option(help: "E-mail address of a person, name of a group or person, or id of a conversation.")
  var to: String

  @Option(help: "Seconds to wait for the server.")
  var timeout = 30.0

  @Option(help: "A file to send with it. Use it several times for several files, 10 at most.")
  var file: [String] = []

  @Option(help: "What the image shows. The first goes with the first file, and so on.")
  var alt: [String] = []

  @Argument(help: "The text; read from standard input when it and --file are left out.")
  var text: String?

  func validate() throws {
    guard alt.count <= file.count else { throw ValidationError("--alt needs a --file that it belongs to.") }
  }

  func run() async throws {
    let text = try text ?? (file.isEmpty ? Self.standardInput() : "")
    let files = file.enumerated().map { number, path in
      let source = URL(fileURLWithPath: path)
      let name = source.lastPathComponent
      return OutgoingFile(
        source: source, name: name, kind: OutgoingFile.kind(named: name),
        alt: number < alt.count ? alt[number] : nil)
    }
    let sent = try await client.withClient { messages in
      _ = try await client.signedIn(messages)
      let conversation = try await ConversationFinder(client: messages, patience: timeout).find(to)
      do {
        return try await Deadline.run(seconds: timeout) {
          try await DeliverMessage(messages: messages.messages)(text, to: conversation, attachments: files)
        }
      } catch let refusal as Refusal {
        throw CommandFailure(Problem(refusal).sentence.english)
      }
    }
    guard let sent, let seq = sent.seq else {
      FileHandle.standardError.write(Data("The server did not answer. The message is kept and sent later.\n".utf8))
      throw ExitCode(2)
    }
    print("\(sent.id) \(seq)")
  }

  private static func standardInput() throws -> String {
    let data = try FileHandle.standardInput.readToEnd() ?? Data()
    guard let text = String(data: data, encoding: .utf8) else { throw CommandFailure("The text is not UTF-8.") }
    return text
  }
}
