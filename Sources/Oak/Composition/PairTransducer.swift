/// A machine that consists of two machines, both active in each of its states.
public protocol PairTransducer<First, Second>: ExecutableTransducer
where Event == PairEvent<First.Event, Second.Event>, Env == Pair<First.Env, Second.Env> {
    /// The first machine; in a ``Cascade``, it receives the events from outside.
    associatedtype First: ExecutableTransducer
    /// The second machine; in a ``Cascade``, it receives the outputs of the first.
    associatedtype Second: ExecutableTransducer

    /// Returns the states of the two machines, as far as these have not ended.
    static func _running(in state: State) -> (First.State?, Second.State?)
}

/// A value for each of two machines: their environments, or their states in a ``Cascade``.
public struct Pair<First, Second> {
    /// The value for the first machine.
    public var first: First
    /// The value for the second machine.
    public var second: Second

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - first: The value for the first machine.
    ///   - second: The value for the second machine.
    @inlinable public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

extension Pair where First == Void, Second == Void {
    /// Creates the environment of two machines without environments.
    @inlinable public init() { self.init((), ()) }
}

extension Pair: Sendable where First: Sendable, Second: Sendable {}
extension Pair: Equatable where First: Equatable, Second: Equatable {}
extension Pair: Hashable where First: Hashable, Second: Hashable {}

extension PairTransducer {
    static var machines: (any ExecutableTransducer.Type, any ExecutableTransducer.Type) {
        (First.self, Second.self)
    }

    @inlinable package static var first: Child<Self, First>.Lift {
        .init(.firstOfTwo, of: First.self, embed: { .first($0) }, project: { $0.first })
    }

    @inlinable package static var second: Child<Self, Second>.Lift {
        .init(.secondOfTwo, of: Second.self, embed: { .second($0) }, project: { $0.second })
    }

    @inlinable public static func _visitChildren(in state: State, _ visitor: inout some _ChildVisitor<Self>) {
        let (first, second) = _running(in: state)
        if let first { visitor.visit(Child<Self, First>(Self.first), as: Never?.none, in: first) }
        if let second { visitor.visit(Child<Self, Second>(Self.second), as: Never?.none, in: second) }
    }

    /// Lets the first machine process an event.
    @inlinable
    @inline(__always)
    static func stepFirst(
        _ state: inout First.State, _ event: First.Event
    ) -> ChildStep<TransducerEffect<Event, Env, Input>, First.Output> {
        var hasEnded = First.isTerminal(state)
        return Child<Self, First>.Lift.step(
            First.self, &state, hasEnded: &hasEnded, event, embed: { .first($0) },
            origin: { $0.within(.firstOfTwo, of: First.self) }, lift: { first })
    }

    /// Lets the second machine process an event.
    @inlinable
    @inline(__always)
    static func stepSecond(
        _ state: inout Second.State, _ event: Second.Event
    ) -> ChildStep<TransducerEffect<Event, Env, Input>, Second.Output> {
        var hasEnded = Second.isTerminal(state)
        return Child<Self, Second>.Lift.step(
            Second.self, &state, hasEnded: &hasEnded, event, embed: { .second($0) },
            origin: { $0.within(.secondOfTwo, of: Second.self) }, lift: { second })
    }
}
