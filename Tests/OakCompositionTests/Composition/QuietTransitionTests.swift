import Oak
import OakTesting
import TestSupport
import Testing

/// A machine whose operation counts that it has begun.
private enum Worker: EffectTransducer {
    struct State: NonTerminal, Sendable {}
    enum Event: Sendable { case work }
    typealias Env = Counter
    static func update(_ state: inout State, event: Event) -> Effect? {
        Effect(id: "work") { begun, _ in begun.increment() }
    }
}

/// A machine with a child that can go.
private enum Office: CompositeTransducer {
    struct State: NonTerminal, Sendable { var worker: Worker.State? = Worker.State() }
    enum Event: Sendable { case worker(Worker.Event), dismiss }
    typealias Env = Counter
    static let worker = child("worker", Worker.self, event: Event.worker, env: { $0 }, failure: .endsTheRun)
    static func activeChildren(in state: State) -> some ActiveChildren<Self> { worker(state.worker) }
    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .worker(let event): return worker.step(&state.worker, event).effect
        case .dismiss:
            state.worker = nil
            return nil
        }
    }
}

/// A machine that steps a child twice, or steps a machine that is not one of its children.
private enum Company: CompositeTransducer {
    struct State: Terminable, Sendable {
        var office = Office.State()
        var offices = Parallel<Office, Office>.State(Office.State(), Office.State())
        var foreign = Office.State()
        var departures = 0
        var isTerminal = false
    }
    enum Event: Sendable { case workAndDismiss, workAndDismissOneOfTwo, dismissForeign, end }
    typealias Env = Counter
    typealias Output = Int
    static let office = child(
        "office", Office.self, event: { (_: Office.Event) in .end }, env: { $0 }, failure: .endsTheRun)
    static let offices = child(
        "offices", Parallel<Office, Office>.self, event: { _ in .end }, env: { Pair($0, $0) }, failure: .endsTheRun)
    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        office(state.office)
        offices(state.offices)
    }
    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        var effect: Effect?
        switch event {
        case .workAndDismiss:
            let steps = [
                office.step(&state.office, .worker(.work)).effect, office.step(&state.office, .dismiss).effect,
            ]
            effect = .combine(steps.compactMap(\.self))
        case .workAndDismissOneOfTwo:
            let work = offices.step(&state.offices, .first(.worker(.work))).effect
            effect = .all(work, offices.step(&state.offices, .first(.dismiss)).effect)
        case .dismissForeign:
            let (departure, _) = Office.step(&state.foreign, event: .dismiss)
            if departure?.kind == .departure { state.departures += 1 }
        case .end: state.isTerminal = true
        }
        return (effect, state.departures)
    }
}

@Suite("C28 Transitions while no effect is live", .onOneExecutor)
struct QuietTransitionTests {
    @Test(
        "A child that departs in a later step of one transition loses the effects of an earlier step",
        arguments: [Company.Event.workAndDismiss, .workAndDismissOneOfTwo])
    fileprivate func twoSteps(_ event: Company.Event) async throws {
        let begun = Counter()
        let proxy = Company.Proxy()
        try proxy.send(contentsOf: [event, .end])
        try await Company.run(initialState: .init(), proxy: proxy, env: begun)
        #expect(begun.value == 0)
    }

    @Test("A machine stepped directly by update reports the departures of its children")
    func foreignMachine() async throws {
        let proxy = Company.Proxy()
        try proxy.send(contentsOf: [.dismissForeign, .end])
        #expect(try await Company.run(initialState: .init(), proxy: proxy, env: Counter()) == 1)
    }
}
