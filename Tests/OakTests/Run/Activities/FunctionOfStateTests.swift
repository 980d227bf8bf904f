import Oak
import OakTesting
import TestSupport
import Testing

/// A composite whose child and activity depend on the children of another machine.
private enum Asking: CompositeTransducer {
    struct State: Terminable, Sendable {
        var other = ActivityComposite.State()
        var child = ActivityChild.State("child")
        var isTerminal = false
        let wrong: Counter
    }
    enum Event: Sendable { case set(ActivityComposite.State), child(ActivityChild.Event), end }

    static let child = child("child", ActivityChild.self, event: Event.child, failure: .endsTheRun)

    /// Asks the other machine in two ways, and counts answers that differ from its state.
    static func hasGuest(_ state: State) -> Bool {
        let names = ActivityComposite.activeChildren(in: state.other).children
        let live = ActivityComposite.live(in: state.other)
        let expected =
            ["guest"].prefix(state.other.guest == nil ? 0 : 1) + state.other.members.keys.map { "member[\($0)]" }
        let isRight = [names, live.children.map { $0[0] }].allSatisfy { $0.map(\.description) == Array(expected) }
        if !isRight || live.activities.count != (state.other.guest?.names.count ?? 0) { state.wrong.increment() }
        return names.contains(ActivityComposite.guest.name)
    }

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        if hasGuest(state) { child(state.child) }
    }

    static func activities(in state: State) -> [Effect] {
        hasGuest(state) ? [Effect(id: "own") { _, _ in try await Gate<Void>().wait() }] : []
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .set(let other): state.other = other
        case .child(let event): return child.step(&state.child, event).effect
        case .end: state.isTerminal = true
        }
        return nil
    }
}

@Suite("C28 Active children are a function of the state", .onOneExecutor)
struct FunctionOfStateTests {
    private let wrong = Counter()

    private func states(_ seed: UInt64) -> [ActivityComposite.State] {
        var random = SeededGenerator(seed: seed)
        return (0..<20).map { _ in
            let members = (0..<Int.random(in: 0..<3, using: &random)).map { ($0, ActivityChild.State()) }
            let guest = Bool.random(using: &random) ? ActivityChild.State("x", "y") : nil
            return .init(guest: guest, members: Children(uniqueKeysWithValues: members))
        }
    }

    @Test("Activities begin in a child that is active because of another machine's children")
    func begins() async throws {
        let (proxy, log) = (Asking.Proxy(), Recorder<String>())
        let state = Asking.State(other: .init(guest: .init("x", "y")), wrong: wrong)
        let observer = MachineObserver(of: Asking.self) { occurrence in
            if case .effectStarted(let effect) = occurrence, let id = effect.id { log.record("\(id)") }
        }
        async let run: Void = Asking.run(initialState: state, proxy: proxy, observer: observer)
        await idle()
        #expect(log.values == ["own", "child/child"])
        try proxy.send(.end)
        try await run
        #expect(wrong.value == 0)
    }

    @Test(
        "A state gives the same answers to runs, to a view and to each thread", .realThreads, arguments: UInt64(1)...5)
    func sameAnswers(seed: UInt64) async throws {
        let (states, wrong) = (states(seed), wrong)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let proxy = Asking.Proxy(bufferSize: 32)
                    try proxy.send(contentsOf: states.map { .set($0) } + [.end])
                    try await Asking.run(initialState: .init(wrong: wrong), proxy: proxy)
                }
            }
            try await group.waitForAll()
        }
        await MainActor.run {
            for state in states {
                let host = ObservableTransducer(of: Asking.self, initialState: .init(other: state, wrong: wrong))
                #expect((host.child(Asking.child) != nil) == (state.guest != nil))
                #expect(Asking.live(in: host.state).activities.count == (state.guest == nil ? 0 : 2))
            }
        }
        #expect(wrong.value == 0)
    }
}
