import Domain
import Foundation
import TestSupport
import Testing

@testable import MessageAIApp

// Who one is, and the settings.
extension ScreenTable {
  static let signIn = ScreenSpec(
    open: { fixture in
      try await signOut(fixture)
      try fixture.app.fillIn("Ada")
      try fixture.host.tap(id: "signIn.submit")
    },
    openEmpty: signOut,
    asks: ["POST /v1/sessions"],
    empty: .shows(["signIn.email", "signIn.password", "signIn.server", "signIn.submit", "signIn.switch"]),
    loading: .shows(["signIn.submit"]), busy: "signIn.submit",
    content: { _ in .shows(["conversations.empty"]) },
    failed: .shows(["signIn.problem", "signIn.submit"]),
    isSignedOut: true, retry: ScreenSpec.again("signIn.submit"))

  private static let signOut: ScreenSpec.Step = { fixture in
    if fixture.app.container.auth.me != nil { await fixture.app.container.auth.signOut() }
    try await fixture.host.wait(id: "signIn.email")
    try fixture.host.type("", id: "signIn.password")
  }

  static let profileSetUp = ScreenSpec(
    open: { $0.router.sheet = .profileSetUp },
    asks: ["PATCH /v1/me"], readsDevice: true,
    empty: .never("nobody is signed in then, and the sheet stands over the app of somebody who is"),
    loading: .shows(["profileSetUp.loading", "profileSetUp.later"]),
    content: { _ in
      .shows(
        ["profileSetUp.name", "profileSetUp.timeZone", "profileSetUp.language", "profileSetUp.done"], says: ["Later"])
    },
    failed: .shows(["profileSetUp.problem", "profileSetUp.done"]),
    act: { fixture in
      try await fixture.type("Ada Lovelace", "profileSetUp.name")
      try await fixture.tap("profileSetUp.done")
    },
    retry: { fixture in
      try await fixture.tap("profileSetUp.done")
      try await fixture.host.waitGone(id: "profileSetUp.done")
      try await fixture.app.renameAda()
    })

  static let settings = ScreenSpec(
    open: { try await $0.go(.settings) },
    empty: ScreenSpec.asksNobody,
    loading: .never("its rows need nothing; the name in the first comes from the device's store"),
    content: { _ in
      .shows(
        [
          "settings.profile", "settings.notifications", "settings.appearance", "settings.language",
          "settings.preferences", "settings.transparency", "settings.sessions", "settings.changePassword",
          "settings.downloadData", "settings.signOut", "settings.deleteAccount", "settings.crashes", "settings.events",
          "settings.server",
        ], says: ["Ada", "ada@example.org"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.tap("settings.signOut")
      try await fixture.tap("settings.signOut.confirm")
      try await fixture.shows("signIn.email")
    })

  static let profile = ScreenSpec(
    open: { $0.push(.profile) },
    asks: ["PATCH /v1/me"], readsDevice: true,
    empty: .never("nobody is signed in then, and settings are those of somebody who is"),
    loading: .shows(["profile.loading"]),
    content: { _ in
      .shows(["profile.name", "profile.timeZone", "profile.language", "profile.save"], says: ["ada@example.org"])
    },
    failed: .shows(["profile.problem", "profile.save", "profile.revert"]),
    act: { fixture in
      try await fixture.type("Ada Lovelace", "profile.name")
      try await fixture.tap("profile.save")
    },
    retry: { fixture in
      try await fixture.tap("profile.save")
      try await fixture.host.wait(for: "the saved form") { host in
        host.find(id: "profile.problem") == nil && host.find(id: "profile.revert") == nil
      }
      try await fixture.app.renameAda()
    })

  static let notifications = ScreenSpec(
    open: { $0.push(.notifications) }, readsDevice: true,
    empty: .never("the device always has an answer to whether notifications may come"),
    loading: .shows(["notifications.loading"]),
    content: { _ in .shows(["notifications.sentence", "notifications.allow"], says: ["Notifications are off."]) },
    failed: .never("it asks the device; what the server offers is left out when it cannot say"),
    use: { fixture in
      try await fixture.tap("notifications.allow")
      try await fixture.host.wait(text: "Notifications come also while the app is closed.")
    })

  static let appearance = ScreenSpec(
    open: { $0.push(.appearance) },
    empty: ScreenSpec.asksNobody, loading: ScreenSpec.asksNobody,
    content: { _ in .shows(["appearance.choice"]) },
    failed: ScreenSpec.asksNobody,
    use: { fixture in
      try fixture.host.choose("Dark", id: "appearance.choice")
      #expect(fixture.app.container.preferences.appearance == .dark)
    })

  static let language = ScreenSpec(
    open: { $0.push(.language) },
    asks: ["PATCH /v1/me"], readsDevice: true,
    empty: .never("nobody is signed in then, and settings are those of somebody who is"),
    loading: .shows(["language.loading"]),
    content: { _ in .shows(["language.choice", "language.openSettings"]) },
    failed: .shows(["language.problem", "language.retry"]),
    act: { fixture in
      try await fixture.shows("language.choice")
      let name = try require(
        fixture.host.find(id: "language.choice")?.visible.flatMap(\.options).last { !$0.isSelected })
      name.choose()
    },
    retry: { fixture in
      try await fixture.tap("language.retry")
      try await fixture.host.waitGone(id: "language.problem")
    })

  static let sessions = ScreenSpec(
    open: { $0.push(.sessions) }, asks: ["GET /v1/sessions"],
    empty: .never("this device is always among those that are signed in"),
    loading: .shows(["sessions.loading"]),
    content: { _ in .shows([], says: ["phone", "This device"]) },
    failed: .shows(["sessions.failed", "sessions.retry"]), keeps: "sessions", retry: ScreenSpec.again("sessions.retry"),
    use: { fixture in
      let end = try require(
        fixture.host.visible.first { $0.identifier?.hasPrefix("sessions.end.") == true && $0.isInteractive })
      #expect(end.label.hasPrefix("End the session on "))
      try fixture.host.tap(end)
      try await fixture.host.wait(for: "only this device") { host in
        !host.visible.contains { $0.identifier?.hasPrefix("sessions.end.") == true }
      }
    })

  static let changePassword = ScreenSpec(
    open: { $0.push(.changePassword) }, asks: ["PUT /v1/me/password"],
    empty: ScreenSpec.asksNobody, loading: ScreenSpec.asksNobody,
    content: { _ in
      .shows(["changePassword.current", "changePassword.new", "changePassword.repeated", "changePassword.change"])
    },
    failed: .shows(["changePassword.problem", "changePassword.change"]),
    act: fillInPasswords,
    use: { fixture in
      try await fillInPasswords(fixture)
      try await fixture.tap("changePassword.done")
      try await fixture.host.waitGone(id: "changePassword.current")
    })

  private static let fillInPasswords: ScreenSpec.Step = { fixture in
    try await fixture.type("correct horse Ada", "changePassword.current")
    try await fixture.type("a longer horse 42", "changePassword.new")
    try await fixture.type("a longer horse 42", "changePassword.repeated")
    try await fixture.tap("changePassword.change")
  }

  static let downloadData = ScreenSpec(
    open: { $0.push(.downloadData) }, asks: ["POST /v1/me/export"],
    empty: ScreenSpec.asksNobody, loading: ScreenSpec.asksNobody,
    content: { _ in .shows(["downloadData.password", "downloadData.download"]) },
    failed: .shows(["downloadData.problem", "downloadData.download"]),
    act: download,
    use: { fixture in
      try await download(fixture)
      try await fixture.shows("downloadData.share")
      let item = try require(fixture.host.find(id: "downloadData.share")?.attributes["item"])
      let file = try require(URL(string: item))
      #expect(try Data(contentsOf: file).starts(with: Data("account.json".utf8)), "the archive is shared")
      fixture.router.pop()
      try await fixture.host.wait(for: "the archive is gone") { _ in
        !FileManager.default.fileExists(atPath: file.path)
      }
    })

  private static let download: ScreenSpec.Step = { fixture in
    try await fixture.type("correct horse Ada", "downloadData.password")
    try await fixture.tap("downloadData.download")
  }

  static let deleteAccount = ScreenSpec(
    open: { $0.push(.deleteAccount) }, asks: ["DELETE /v1/me"],
    empty: ScreenSpec.asksNobody, loading: ScreenSpec.asksNobody,
    content: { _ in .shows(["deleteAccount.password", "deleteAccount.delete"]) },
    failed: .shows(["deleteAccount.problem", "deleteAccount.delete"]),
    act: confirmTheEnd,
    use: { fixture in
      try await confirmTheEnd(fixture)
      try await fixture.shows("signIn.email")
    })

  private static let confirmTheEnd: ScreenSpec.Step = { fixture in
    try await fixture.type("correct horse Ada", "deleteAccount.password")
    try await fixture.tap("deleteAccount.delete")
    try await fixture.tap("deleteAccount.confirm")
  }
}

extension AppFixture {
  /// Ada is called Ada again.
  func renameAda() async throws {
    var change = ProfileChange()
    change.name = "Ada"
    _ = try await session.repositories.auth.updateProfile(change)
    try await first(in: session.repositories.auth.observeProfile(), "the former name") { $0?.name == "Ada" }
  }
}
