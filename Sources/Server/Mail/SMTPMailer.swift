import NIOCore
import NIOPosix
import ServerCore

/// How long an SMTP server is waited for.
package struct SMTPPatience: Sendable {
  /// For a connection to be there.
  package var connecting = Duration.seconds(5)
  /// For all of it, from the connection to the goodbye.
  package var whole = Duration.seconds(30)

  package init() {}
}

/// Sends letters by SMTP.
///
/// Each has a connection of its own: letters are few, and none waits or fails because of another.
package struct SMTPMailer: MailGateway {
  private let settings: SMTPSettings
  private let patience: SMTPPatience

  package init(_ settings: SMTPSettings, patience: SMTPPatience = SMTPPatience()) {
    self.settings = settings
    self.patience = patience
  }

  package var isConfigured: Bool { true }

  package func send(_ mail: Mail) async -> MailReply {
    let message: MailMessage
    do { message = try MailMessage(mail, from: settings.from) } catch { return .rejected(error.description) }
    do throws(SMTPFailure) {
      try await converse { dialogue throws(SMTPFailure) in try await dialogue.deliver(message, of: mail) }
      return .accepted
    } catch {
      return error.reply
    }
  }

  /// Connects, begins TLS, signs in and says goodbye. Throws what the operator has to mend.
  package func check() async throws(SMTPFailure) {
    try await converse { _ throws(SMTPFailure) in }
  }

  private func converse(
    _ body: @Sendable (inout SMTPDialogue) async throws(SMTPFailure) -> Void
  ) async throws(SMTPFailure) {
    do {
      let channel = try await connect(until: .now() + TimeAmount(patience.whole))
      try await channel.executeThenClose { replies, commands in
        var dialogue = SMTPDialogue(settings, replies: replies, commands: commands)
        try await dialogue.open()
        try await body(&dialogue)
        // What was asked for is done. How the server takes the goodbye changes nothing about it.
        do throws(SMTPFailure) { try await dialogue.quit() } catch {}
      }
    } catch {
      throw SMTPFailure(error, at: settings.place)
    }
  }

  private func connect(until deadline: NIODeadline) async throws -> NIOAsyncChannel<SMTPReply, SMTPCommand> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(TimeAmount(min(patience.connecting, patience.whole)))
      .connect(host: settings.host, port: settings.port) { [settings] channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if settings.security == .fromTheBeginning { try pipeline.addHandler(settings.tlsHandler()) }
          try pipeline.addHandler(SMTPHandler(settings, deadline: deadline))
          return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }
}
