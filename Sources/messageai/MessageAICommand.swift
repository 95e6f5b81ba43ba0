import ArgumentParser
import Benchmarks
import Domain

/// The one program: server, client and tools.
struct MessageAICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "messageai", abstract: "A messenger for teams that runs on the team's own server.",
    version: ProductVersion.current,
    subcommands: [
      ServeCommand.self, ConfigCommand.self, HealthCommand.self, DemoCommand.self, BackupCommand.self,
      RestoreCommand.self, MigrateCommand.self,
      AdminCommand.self,
      BenchCommand.self, EvaluateCommand.self, ChatCommand.self, SendCommand.self, FilesCommand.self,
      ProfileCommand.self, SignOutCommand.self, ExportCommand.self, ArchiveCommand.self, IntelligenceCommand.self,
    ])
}
