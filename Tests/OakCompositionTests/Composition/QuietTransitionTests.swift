import Oak
import OakTesting
import TestSupport
import Testing

private typealias Office = Wrapper<Loader>

/// A machine that steps a child twice, or steps a machine that is not one of its children.
private enum Company: CompositeTransducer {
    struct State: Terminable, Sendable {
        var office = Office.fresh
        var offices = Parallel<Office, Office>.State(Office.fresh, Office.fresh)
        var foreign = Office.fresh
        var departures = 0
        var isTerminal = false
    }
    enum Event: Sendable { case workAndDismiss, workAndDismissOneOfTwo, dismissForeign, end }
    typealias Env = Loader.Env
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
                office.step(&state.office, Office.load).effect, office.step(&state.office, .leave).effect,
            ]
            effect = .combine(steps.compactMap(\.self))
        case .workAndDismissOneOfTwo:
            let work = offices.step(&state.offices, .first(Office.load)).effect
            effect = .all(work, offices.step(&state.offices, .first(.leave)).effect)
        case .dismissForeign:
            let (departure, _) = Office.step(&state.foreign, event: .leave)
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
        let env = Loader.Env {
            begun.increment()
            return 1
        }
        let proxy = Company.Proxy()
        try proxy.send(contentsOf: [event, .end])
        try await Company.run(initialState: .init(), proxy: proxy, env: env)
        #expect(begun.value == 0)
    }

    @Test("A machine stepped directly by update reports the departures of its children")
    func foreignMachine() async throws {
        let proxy = Company.Proxy()
        try proxy.send(contentsOf: [.dismissForeign, .end])
        #expect(try await Company.run(initialState: .init(), proxy: proxy, env: .init()) == 1)
    }
}
