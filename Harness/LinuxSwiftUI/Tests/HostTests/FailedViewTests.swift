import Oak
import SwiftUI
import TestSupport
import Testing

@Suite("C34 The machine of a view that has failed")
@MainActor
struct FailedViewTests {
    @Test("C34 A view without a completion says once that its machine has failed")
    func logged() async throws {
        let lines = Lines()
        try await PlatformLog.$substitute.withValue({ lines.add($0) }) {
            let screen = Screen(FragileView())
            try screen.tap("Break")
            await lines.journal.wait(for: Lines.failure)
            #expect(screen.texts.first == "0 uses", "without a modifier the view shows the last state")
            try screen.tap("Use")
            try screen.tap("Use")
            screen.close()
        }
        #expect(lines.journal.entries.count == 2)
        #expect(lines.journal.entries.last?.contains("use: The machine has ended") == true)
    }

    @Test("A modifier shows the error in place of the content, and starts the machine again", arguments: [false, true])
    func shown(isBound: Bool) async throws {
        let screen = Screen(
            VStack {
                if isBound { BoundFragile() } else { FragileView() }
                FragileView(name: "other")
            }
            .machineFailure { error, restart in
                Text("failed: \(error)")
                Button("Start again", action: restart)
            })
        for _ in 1...3 {
            try screen.tap("Use")
            try screen.tap("Break")
            await screen.wait { $0.texts.first == "failed: Broken()" }
            #expect(screen.texts.contains("0 uses of other"), "other machines are shown as before")
            try screen.tap("Start again")
        }
        // A binding keeps what the machine has stored there.
        #expect(screen.texts.first == (isBound ? "3 uses" : "0 uses"))
        try screen.tap("Use")
        #expect(screen.texts.first == (isBound ? "4 uses" : "1 uses"))
        screen.close()
    }

    @Test("A machine that starts again has a proxy of its own if its proxy has driven a run")
    func usedProxy() async throws {
        let proxy = Fragile.Proxy()
        let screen = Screen(
            FragileView(proxy: proxy).machineFailure { _, restart in Button("Start again", action: restart) })
        try proxy.send(.destroy)
        await screen.wait { $0.buttons == ["Start again"] }
        try screen.tap("Start again")
        try screen.tap("Use")
        #expect(screen.texts.first == "1 uses")
        #expect(throws: TransducerError.terminated) { try proxy.send(.use) }
        screen.close()
    }

    @Test("A property tells the outcome of its machine, and starts it again once it has ended")
    func property() async throws {
        let screen = Screen(FragileProperty())
        #expect(screen.texts.first == "0 uses, running")
        try screen.tap("Use")
        try screen.tap("Restart")
        #expect(screen.texts.first == "1 uses, running", "a running machine goes on")
        try screen.tap("Break")
        await screen.wait { $0.texts.first == "1 uses, failed: Broken()" }
        try screen.tap("Restart")
        #expect(screen.texts.first == "0 uses, running")
        try screen.tap("Use")
        try screen.tap("Finish")
        await screen.wait { $0.texts.first == "1 uses, ended" }
        try screen.tap("Restart")
        #expect(screen.texts.first == "0 uses, running")
        try screen.tap("Use")
        try screen.tap("Finish")
        try screen.tap("Restart")
        #expect(screen.texts.first == "0 uses, running", "a machine in a terminal state has ended")
        screen.close()
    }

    @Test("C14 A property begins its machine again in another state and environment, also while it runs")
    func anew() async throws {
        let journal = Journal()
        let screen = Screen(RenewedProperty(journal: journal))
        try screen.tap("Work")
        await journal.wait(for: "begin of first work")
        try screen.tap("Begin anew")
        #expect(screen.texts.first == "working(\"anew\")")
        await journal.wait(for: "over: \(TransducerError.cancelled)")
        try screen.tap("Work")
        await journal.wait(for: "begin of second work")
        #expect(screen.texts.first == "working(\"hard\")", "the late end of the first run changes nothing")
        try screen.tap("Knock at the first proxy")
        #expect(journal.entries.last == "\(TransducerError.terminated)")
        screen.close()
        await journal.wait(for: "over: CancellationError()")
        #expect(journal.count(of: "end of second work") == 1)
    }

    @Test("The runs before a restart leave nothing behind")
    func released() async throws {
        let journal = Journal()
        let screen = Screen(
            FragileView(completion: { _ in journal.note("over") })
                .machineFailure { _, restart in Button("Start again", action: restart) })
        for round in 1...100 {
            try screen.tap("Break")
            await journal.wait(for: "over", times: round)
            try screen.tap("Start again")
        }
        screen.close()
        await journal.wait(for: "over", times: 101)
        #expect(journal.entries.count == 101)
    }
}

/// The lines of the log.
@MainActor
private final class Lines {
    static let failure = """
        Fragile has failed, and neither a completion nor an observer hears of it. \
        In the state Fragile.State, in the action: Broken()
        """

    let journal = Journal()

    nonisolated func add(_ line: String) { MainActor.assumeIsolated { journal.note(line) } }
}

private struct Broken: Error {}

/// A machine that an event breaks.
private enum Fragile: EffectTransducer {
    struct State: Terminable {
        var uses = 0
        var isTerminal = false
    }
    enum Event: Sendable { case use, destroy, finish }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .use: state.uses += 1
        case .destroy: return action { _ in throw Broken() }
        case .finish: state.isTerminal = true
        }
        return nil
    }
}

private struct FragileContent: View {
    var name = ""
    let state: Fragile.State
    let input: Fragile.Input

    var body: some View {
        Text("\(state.uses) uses\(name.isEmpty ? "" : " of \(name)")")
        Button("Use\(name)") { input(.use) }
        Button("Break\(name)") { input(.destroy) }
    }
}

private struct FragileView: View {
    var name = ""
    var proxy: Fragile.Proxy?
    var completion: ((Result<Void, any Error>) -> Void)?

    var body: some View {
        TransducerView(of: Fragile.self, initialState: Fragile.State(), proxy: proxy, completion: completion) {
            FragileContent(name: name, state: $0, input: $1)
        }
    }
}

private struct BoundFragile: View {
    @SwiftUI.State private var state = Fragile.State()

    var body: some View {
        TransducerView(of: Fragile.self, initialState: $state) { FragileContent(state: $0, input: $1) }
    }
}

private struct FragileProperty: View {
    @StateTransducer(of: Fragile.self) private var fragile = Fragile.State()

    var body: some View {
        Text("\(fragile.uses) uses, \(outcome)")
        Button("Use") { $fragile.input(.use) }
        Button("Break") { $fragile.input(.destroy) }
        Button("Finish") { $fragile.input(.finish) }
        Button("Restart") { _fragile.restart() }
    }

    private var outcome: String {
        switch _fragile.outcome {
        case .running: "running"
        case .ended: "ended"
        case .failed(let error): "failed: \(error)"
        }
    }
}

private struct RenewedProperty: View {
    let journal: Journal
    @StateTransducer<Worker> private var worker: Worker.State
    @SwiftUI.State private var firstProxy: Worker.Proxy?

    init(journal: Journal) {
        self.journal = journal
        _worker = StateTransducer(
            wrappedValue: .idle, of: Worker.self, env: Worker.Env(name: "first work", journal: journal)
        ) { if case .failure(let error) = $0 { journal.note("over: \(error)") } }
    }

    var body: some View {
        Text("\(worker)")
        Button("Work") {
            firstProxy = firstProxy ?? $worker
            try? $worker.send(.start)
        }
        Button("Begin anew") {
            _worker.restart(initialState: .working("anew"), env: Worker.Env(name: "second work", journal: journal))
        }
        Button("Knock at the first proxy") {
            do { try firstProxy?.send(.start) } catch { journal.note("\(error)") }
        }
    }
}
