import Observation
import ShimHost
import SwiftUI
import Testing

@MainActor @Observable
private final class Counter {
  var count = 0
  @ObservationIgnored var ended = 0
}

private struct CounterView: View {
  @State private var own = 0
  @State private var showsSheet = false
  @State private var path: [Int] = []
  @State private var name = ""
  let model: Counter

  var body: some View {
    NavigationStack(path: $path) {
      VStack {
        Text("own \(own), shared \(model.count)")
        Button("Add") { own += 1 }
        Button("Open") { showsSheet = true }
        TextField("Name", text: $name).accessibilityIdentifier("name").onSubmit { own = 100 }
        NavigationLink("Deeper", value: 7)
        ForEach([1, 2], id: \.self) { _ in Row() }
      }
      .navigationDestination(for: Int.self) { Text("screen \($0)") }
      .sheet(isPresented: $showsSheet) { SheetContent() }
      .task {
        while !Task.isCancelled { await Task.yield() }
        model.ended += 1
      }
    }
  }
}

private struct Row: View {
  @State private var isOn = false
  var body: some View { Toggle("Row", isOn: $isOn).accessibilityIdentifier("row") }
}

private struct SheetContent: View {
  @Environment(\.dismiss) private var dismiss
  var body: some View { Button("Close <now>") { dismiss() } }
}

@Suite("What views are evaluated with in tests")
@MainActor
struct ViewHostTests {
  @Test("state stays with its view, each of two rows has its own, and what is observed is shown when it changes")
  func state() async throws {
    let model = Counter()
    try await ViewHost.run(CounterView(model: model)) { host in
      try host.tap(label: "Add")
      try host.tap(label: "Add")
      #expect(host.shows("own 2, shared 0"))
      model.count = 5
      try await host.wait(text: "own 2, shared 5")
      try host.tap(host.all(id: "row")[1])
      #expect(host.all(id: "row").map(\.isOn) == [false, true])
    }
  }

  @Test("a sheet stands in front until it is closed from within")
  func sheet() async throws {
    try await ViewHost.run(CounterView(model: Counter())) { host in
      try host.tap(label: "Open")
      #expect(host.find(label: "Add") == nil)
      #expect(Page(title: "").html(host).contains("Close &lt;now&gt;"))
      try host.tap(label: "Close <now>")
      #expect(host.find(label: "Add") != nil)
    }
  }

  @Test("a screen that is covered keeps its state while its tasks end; going back starts them again")
  func navigation() async throws {
    let model = Counter()
    try await ViewHost.run(CounterView(model: model)) { host in
      try host.tap(label: "Add")
      try host.tap(label: "Deeper")
      #expect(host.shows("screen 7"))
      try await host.wait(for: "the end of the task") { _ in
        model.ended == 1
          || {
            model.count += 1; return false
          }()
      }
      try host.back()
      #expect(host.shows("own 1"))
    }
    #expect(model.ended == 2)
  }

  @Test("typing goes through the binding, the return key to whoever waits for it, and what is disabled is not tapped")
  func input() async throws {
    try await ViewHost.run(CounterView(model: Counter()).disabled(false)) { host in
      try host.type("Ada", id: "name")
      #expect(try host.node(id: "name").text == "Ada")
      try host.submit(id: "name")
      #expect(host.shows("own 100"))
    }
    try await ViewHost.run(Button("Never") { Issue.record("tapped") }.disabled(true)) { host in
      #expect(throws: NotOnScreen.self) { try host.tap(label: "Never") }
    }
  }
}
