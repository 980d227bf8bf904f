import Oak

/// A watchman at his post until he is relieved.
enum Watchman: EffectTransducer {
    struct State: Sendable { var assembly: Assembly }
    enum Event: Sendable { case nod }

    static func activities(in state: State) -> [Effect] {
        [Effect(id: "watch") { [assembly = state.assembly] _, _ in await assembly.stay() }]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .nod: nil
        }
    }
}

/// Watchmen, each with an activity.
enum Watch: CompositeTransducer {
    struct State: Terminable {
        var men: Children<Int, Watchman.State> = [:]
        var isTerminal = false
    }

    enum Event: Sendable {
        case man(Int, Watchman.Event)
        case post(Int, Assembly)
        case relieve(Int)
        case relieveAll
        case close
    }

    static let men = children("man", Watchman.self, event: Event.man, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { men(state.men) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .man(let id, let event): return men.step(&state.men, id, event).effect
        case .post(let id, let assembly): state.men[id] = .init(assembly: assembly)
        case .relieve(let id): state.men[id] = nil
        case .relieveAll: state.men.removeAll()
        case .close: state.isTerminal = true
        }
        return nil
    }
}
