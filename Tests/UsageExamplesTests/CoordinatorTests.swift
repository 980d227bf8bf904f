import Oak
import Testing

enum DashboardTransducer: BaseTransducer {
    enum State: Equatable { case overview, details(Int) }
    enum Event: Equatable { case selected(Int), closed }
}

/// The types of a coordinator: its behaviour is put together from other machines.
enum AppCoordinator: BaseTransducer {
    typealias State = AppState
    typealias Event = AppEvent
    typealias Output = AppOutput
}

enum AppState: Terminable, Equatable {
    case launching
    case unauthenticated(LoginFlow.State)
    case authenticated(DashboardTransducer.State)
    case terminating

    var isTerminal: Bool { self == .terminating }
}

enum AppEvent: Equatable {
    case login(LoginFlow.Event)
    case dashboard(DashboardTransducer.Event)
    case quit
}

enum AppOutput: Equatable { case badge(Int) }

/// A contract that leaves everything but state and event at what it is by default.
enum AppFlow: BaseTransducer {
    indirect enum State { case home, inner(AppFlow.State) }
    enum Event { case back }
}

@Suite("Coordinator")
struct CoordinatorTests {
    /// Code that works with any contract, whoever implements it.
    private func isOver<T: BaseTransducer>(_ type: T.Type, _ state: T.State) -> Bool { T.isTerminal(state) }

    @Test("A coordinator answers for its states without an update function")
    func terminalState() {
        let states: [AppState] = [
            .launching, .unauthenticated(.start), .authenticated(.details(3)), .authenticated(.overview), .terminating,
        ]
        #expect(states.map { isOver(AppCoordinator.self, $0) } == [false, false, false, false, true])
        #expect(!isOver(AppFlow.self, .inner(.home)))
    }

    @Test("A declaration that a coordinator leaves out has a default")
    func defaults() {
        #expect(AppCoordinator.Output.self == AppOutput.self)
        #expect(AppCoordinator.Effect.self == Never.self)
        #expect(AppCoordinator.Env.self == Void.self)
        #expect(AppCoordinator.Proxy.self == Oak.Proxy<AppEvent>.self)
        #expect(AppFlow.Output.self == Void.self)
        #expect(AppFlow.initialOutput(initialState: .home) == nil)
    }

    @Test("Events reach whoever holds the coordinator's proxy")
    func proxy() throws {
        let proxy = AppCoordinator.Proxy()
        let input: AppCoordinator.Input = proxy.input
        try input.send(.login(.startLogin))
        try proxy.send(.dashboard(.closed))
        proxy.cancel()
        #expect(throws: TransducerError.terminated) { try input.send(.quit) }
    }
}
