/// Two machines side by side, as one.
///
/// An event is for one of them. The composite ends when both have ended, with the last outputs of both; see ``Race`` for one that
/// ends with the first. More than two are put side by side two by two: `Parallel<A, Parallel<B, C>>`.
public enum Parallel<First: ExecutableTransducer, Second: ExecutableTransducer>: SideBySide {}

/// Two machines side by side, as one that ends as soon as one of them has ended.
///
/// What the other one still does is cancelled then.
public enum Race<First: ExecutableTransducer, Second: ExecutableTransducer>: SideBySide {
    @inlinable
    public static func isTerminal(_ state: BothStates<First, Second>) -> Bool {
        state.firstHasEnded || state.secondHasEnded
    }
}

/// A machine that consists of two others, each of which goes its own way.
public protocol SideBySide<First, Second>: PairTransducer
where
    State == BothStates<First, Second>, Event == EitherEvent<First.Event, Second.Event>,
    Output == BothOutputs<First.Output, Second.Output>, Env == BothEnvironments<First.Env, Second.Env>
{
}

/// The states of two machines that are one.
public struct BothStates<First: ExecutableTransducer, Second: ExecutableTransducer> {
    @usableFromInline var firstState: First.State
    @usableFromInline var secondState: Second.State

    /// Whether the first machine has ended; kept, so that a composite of many need not ask all of them after each event.
    @usableFromInline var firstHasEnded: Bool
    @usableFromInline var secondHasEnded: Bool

    /// What the first machine has ended with.
    @usableFromInline var firstEnding: First.Output?
    /// What the second machine has ended with.
    @usableFromInline var secondEnding: Second.Output?

    /// Creates the state in which both machines start.
    ///
    /// - Parameters:
    ///   - first: The initial state of the first machine.
    ///   - second: The initial state of the second machine.
    @inlinable
    public init(_ first: First.State, _ second: Second.State) {
        firstState = first
        secondState = second
        firstHasEnded = First.isTerminal(first)
        secondHasEnded = Second.isTerminal(second)
        if firstHasEnded { firstEnding = First.initialOutput(initialState: first) }
        if secondHasEnded { secondEnding = Second.initialOutput(initialState: second) }
    }

    /// The state of the first machine.
    @inlinable
    public var first: First.State {
        get { firstState }
        set {
            firstState = newValue
            firstHasEnded = First.isTerminal(newValue)
        }
    }

    /// The state of the second machine.
    @inlinable
    public var second: Second.State {
        get { secondState }
        set {
            secondState = newValue
            secondHasEnded = Second.isTerminal(newValue)
        }
    }
}

extension BothStates: Sendable
where First.State: Sendable, Second.State: Sendable, First.Output: Sendable, Second.Output: Sendable {}

extension BothStates: Equatable where First.State: Equatable, Second.State: Equatable {
    @inlinable
    public static func == (lhs: BothStates, rhs: BothStates) -> Bool {
        lhs.firstState == rhs.firstState && lhs.secondState == rhs.secondState
    }
}

extension BothStates: Hashable where First.State: Hashable, Second.State: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(firstState)
        hasher.combine(secondState)
    }
}

/// An event for one of two machines.
public enum EitherEvent<First, Second> {
    /// For the first machine.
    case first(First)
    /// For the second machine.
    case second(Second)
}

extension EitherEvent: Sendable where First: Sendable, Second: Sendable {}
extension EitherEvent: Equatable where First: Equatable, Second: Equatable {}
extension EitherEvent: Hashable where First: Hashable, Second: Hashable {}

/// What two machines have answered.
public struct BothOutputs<First, Second> {
    // A composite of many has an output as small as that of one of them: it is nearly always that of one.
    @usableFromInline enum Content {
        case neither
        case first(First)
        case second(Second)
        indirect case both(First, Second)
    }

    @usableFromInline let content: Content

    @inlinable
    init(_ content: Content) { self.content = content }

    /// Creates an output of both machines, or of one of them.
    ///
    /// - Parameters:
    ///   - first: The output of the first machine, if there is one.
    ///   - second: The output of the second machine, if there is one.
    @inlinable
    public init(first: First? = nil, second: Second? = nil) {
        switch (first, second) {
        case (let first?, let second?): content = .both(first, second)
        case (let first?, nil): content = .first(first)
        case (nil, let second?): content = .second(second)
        case (nil, nil): content = .neither
        }
    }

    /// The output of the first machine; `nil` if this is about the second one.
    @inlinable
    public var first: First? {
        switch content {
        case .first(let first), .both(let first, _): first
        case .second, .neither: nil
        }
    }

    /// The output of the second machine; `nil` if this is about the first one.
    @inlinable
    public var second: Second? {
        switch content {
        case .second(let second), .both(_, let second): second
        case .first, .neither: nil
        }
    }
}

extension BothOutputs.Content: Sendable where First: Sendable, Second: Sendable {}
extension BothOutputs.Content: Equatable where First: Equatable, Second: Equatable {}
extension BothOutputs.Content: Hashable where First: Hashable, Second: Hashable {}
extension BothOutputs: Sendable where First: Sendable, Second: Sendable {}
extension BothOutputs: Equatable where First: Equatable, Second: Equatable {}
extension BothOutputs: Hashable where First: Hashable, Second: Hashable {}

extension BothOutputs: CustomStringConvertible {
    public var description: String {
        let parts = [first.map { "first: \($0)" }, second.map { "second: \($0)" }]
        return "BothOutputs(\(parts.compactMap { $0 }.joined(separator: ", ")))"
    }
}

/// The environments of two machines.
public struct BothEnvironments<First, Second> {
    /// The environment of the first machine.
    public let first: First
    /// The environment of the second machine.
    public let second: Second

    /// Creates the environment of both machines.
    ///
    /// - Parameters:
    ///   - first: The environment of the first machine.
    ///   - second: The environment of the second machine.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

extension BothEnvironments where First == Void, Second == Void {
    /// Creates the environment of two machines that have none.
    @inlinable
    public init() { self.init((), ()) }
}

extension BothEnvironments: Sendable where First: Sendable, Second: Sendable {}

extension SideBySide {
    @inlinable
    static var first: Child<Self, First>.Lift { .first(First.self) }

    @inlinable
    static var second: Child<Self, Second>.Lift { .second(Second.self) }

    /// Lets the machine that an event is for process it.
    ///
    /// - Parameters:
    ///   - state: The states of both.
    ///   - event: The event, for one of them. A machine that has ended takes none; an observer is told.
    /// - Returns: The effect and the output of that machine; in the last transition, the last outputs of both.
    @inlinable
    public static func step(
        _ state: inout BothStates<First, Second>, event: EitherEvent<First.Event, Second.Event>
    ) -> (TransducerEffect<Event, Env, Input>?, BothOutputs<First.Output, Second.Output>) {
        let effect: TransducerEffect<Event, Env, Input>?
        let output: BothOutputs<First.Output, Second.Output>
        switch event {
        case .first(let event):
            let step: FirstStep = first.step(First.self, &state.firstState, hasEnded: &state.firstHasEnded, event)
            if case .ended(let output) = step.outcome { state.firstEnding = output }
            (effect, output) = (step.effect, BothOutputs(step.output.map { .first($0) } ?? .neither))
        case .second(let event):
            let step: SecondStep = second.step(Second.self, &state.secondState, hasEnded: &state.secondHasEnded, event)
            if case .ended(let output) = step.outcome { state.secondEnding = output }
            (effect, output) = (step.effect, BothOutputs(step.output.map { .second($0) } ?? .neither))
        }
        // The last output is that of both.
        guard isTerminal(state) else { return (effect, output) }
        return (effect, BothOutputs(first: state.firstEnding, second: state.secondEnding))
    }

    /// The activities of both machines.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func live(in state: BothStates<First, Second>) -> Active<Self> {
        Census.taken {
            Active(
                asking: .of(First.self, first, { state.firstState }), .of(Second.self, second, { state.secondState }),
                ended: (state.firstHasEnded, state.secondHasEnded))
        }
    }

    /// Tells whether one of both machines may have activities.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func mayHaveActivities(in state: BothStates<First, Second>) -> Bool {
        First.mayHaveActivities(in: state.firstState) || Second.mayHaveActivities(in: state.secondState)
    }

    /// Tells whether both machines have ended.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func isTerminal(_ state: BothStates<First, Second>) -> Bool {
        state.firstHasEnded && state.secondHasEnded
    }

    /// The outputs that belong to the initial states, as far as there are any.
    ///
    /// - Parameter initialState: The states in which both machines start.
    @inlinable
    public static func initialOutput(initialState: BothStates<First, Second>) -> BothOutputs<
        First.Output, Second.Output
    >? {
        let first = First.initialOutput(initialState: initialState.first)
        let second = Second.initialOutput(initialState: initialState.second)
        return first == nil && second == nil ? nil : BothOutputs(first: first, second: second)
    }
}
