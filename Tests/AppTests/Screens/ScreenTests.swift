import Foundation
import ShimHost
import SwiftUI
import Testing

@testable import MessageAIApp

@Suite("Every screen of the app", .timeLimit(.minutes(5)))
@MainActor
struct ScreenTests {
  @Test("a preview of each view shows something, and whatever can be touched has a name for VoiceOver")
  func names() async throws {
    for name in Sample.names {
      try await ViewHost.run(try Sample.named(name)) { host in
        await host.settle()
        #expect(!host.everything.isEmpty, "\(name) shows nothing")
        let nameless = host.everything.flatMap(\.everything).filter { node in
          node.isInteractive && !node.isAccessibilityHidden && node.label.isEmpty
        }
        #expect(nameless.isEmpty, "\(name): \(nameless.map { "\($0.kind) \($0.identifier ?? "")" })")
      }
    }
  }

  @Test("pictures that say something have a name, or are hidden from VoiceOver, or stand in what has one")
  func pictures() async throws {
    for name in Sample.names {
      try await ViewHost.run(try Sample.named(name)) { host in
        await host.settle()
        for node in host.everything { check(node, isNamed: false, name) }
      }
    }
  }

  @Test("on a wide screen the list stands beside the conversation")
  func split() async throws {
    try await ViewHost.run(MainView_Previews.previews, environment: { $0.horizontalSizeClass = .regular }) { host in
      try await host.wait(for: "two columns") { $0.visible.filter { $0.kind == .column }.count == 2 }
      let row = try await firstRow(host)
      try host.tap(row)
      try await host.wait(id: "chat.text")
      #expect(host.find(id: "conversations.list") != nil)
    }
  }

  /// Writes a page for each screen into the folder named by `GALLERY`, for `scripts/gallery`.
  @Test("pages of the gallery", .enabled(if: ProcessInfo.processInfo.environment["GALLERY"] != nil))
  func gallery() async throws {
    let folder = URL(fileURLWithPath: try #require(ProcessInfo.processInfo.environment["GALLERY"]))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let colours = try AppColours.all()
    for name in Sample.names {
      try await ViewHost.run(try Sample.named(name)) { host in
        await host.settle()
        let page = Page(title: name, colours: colours).html(host)
        try page.write(to: folder.appendingPathComponent("\(name).html"), atomically: true, encoding: .utf8)
      }
    }
    try await ViewHost.run(MainView_Previews.previews, environment: { $0.horizontalSizeClass = .regular }) { host in
      try host.tap(try await firstRow(host))
      try await host.wait(id: "chat.text")
      await host.settle()
      let page = Page(title: "On an iPad", isWide: true, colours: colours).html(host)
      try page.write(to: folder.appendingPathComponent("iPad.html"), atomically: true, encoding: .utf8)
    }
  }

  private func firstRow(_ host: ViewHost) async throws -> Node {
    try await host.wait(for: "a conversation") { host in
      host.visible.contains { $0.identifier?.hasPrefix("conversations.row.") == true }
    }
    return try #require(host.visible.first { $0.identifier?.hasPrefix("conversations.row.") == true })
  }

  private func check(_ node: Node, isNamed: Bool, _ name: String) {
    if node.kind == .image, !isNamed, !node.isAccessibilityHidden, node.label.isEmpty {
      Issue.record("\(name): the picture \(node.text ?? "") has no name")
    }
    let named = isNamed || !node.label.isEmpty
    for child in node.children where !node.isAccessibilityHidden { check(child, isNamed: named, name) }
  }
}
