import Oak

/// A machine that can be the child of a ``Wrapper``.
protocol WrappedMachine: ExecutableTransducer, SendableMetatype
where Env == Loader.Env, State: Equatable & Sendable, Event: Sendable, Proxy == Oak.Proxy<Event> {
    /// The initial state.
    static var fresh: State { get }
    /// The event that makes the innermost child load.
    static var load: Event { get }
}

extension Loader: WrappedMachine {
    static var fresh: State { .idle }
    static var load: Event { .load }
}

/// A composite with one optional child.
enum Wrapper<Inner: WrappedMachine>: CompositeTransducer, WrappedMachine {
    struct State: Equatable, Sendable {
        var inner: Inner.State?
        /// The number of exchanged children.
        var exchanges = 0
    }
    enum Event: Sendable {
        case enter, leave
        /// Leaves and enters in one transition.
        case exchange
        /// Leaves, and enters with an action event.
        case leaveAndEnter
        case inner(Inner.Event)
    }
    typealias Env = Loader.Env

    static var fresh: State { State(inner: Inner.fresh) }
    static var load: Event { .inner(Inner.load) }

    static var inner: Child<Self, Inner> {
        child("inner", Inner.self, event: Event.inner, env: { $0 }, failure: .endsTheRun)
    }

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        if let inner = state.inner { Self.inner.active(as: state.exchanges, in: inner) }
    }

    static func update(_ state: inout State, event: Event) -> TransducerEffect<Event, Env, Input>? {
        switch event {
        case .enter:
            state.inner = Inner.fresh
            return nil
        case .leave:
            state.inner = nil
            return nil
        case .exchange:
            state.inner = Inner.fresh
            state.exchanges += 1
            return nil
        case .leaveAndEnter:
            state.inner = nil
            return .event(.enter)
        case .inner(let event):
            return inner.step(&state.inner, event).effect
        }
    }
}

extension Wrapper.Event: Equatable where Inner.Event: Equatable {}
