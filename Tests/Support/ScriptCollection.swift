package import Oak

/// Scripts in a collection, under keys of any type.
package enum ScriptCollection<Key: Hashable & Sendable>: CompositeTransducer {
    package struct State: Terminable, Sendable {
        package var scripts = Children<Key, Script.State>()
        package var isTerminal = false

        package init(_ keys: [Key] = []) { for key in keys { scripts[key] = Script.State() } }
    }
    package enum Event: Sendable {
        case script(Key, Script.Event)
        /// Carries out a function of the test.
        case perform(@Sendable (inout State) -> TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>?)
        case end
    }

    package static var scripts: ChildCollection<Self, Key, Script> {
        children("script", Script.self, event: { Event.script($0, $1) }, failure: .endsTheRun)
    }

    package static func activeChildren(in state: State) -> some ActiveChildren<Self> { scripts(state.scripts) }

    package static func update(_ state: inout State, event: Event) -> TransducerEffect<Event, Void, Input>? {
        switch event {
        case .script(let key, let event): return scripts.step(&state.scripts, key, event).effect
        case .perform(let body): return body(&state)
        case .end:
            state.isTerminal = true
            return nil
        }
    }
}
