/// Two machines that run side by side as one.
///
/// Each event is for one of them. The composite ends when both have ended, with the last outputs of both; ``Race`` ends
/// with the first. Nest it to combine more than two: `Parallel<A, Parallel<B, C>>`.
public enum Parallel<First: ExecutableTransducer, Second: ExecutableTransducer>: ProductTransducer {}

/// Two machines that run side by side as one, until either of them ends.
///
/// The effects of the other machine are cancelled then.
public enum Race<First: ExecutableTransducer, Second: ExecutableTransducer>: ProductTransducer {
    @_documentation(visibility: internal) @inlinable
    public static func isTerminal(_ state: ProductState<First, Second>) -> Bool {
        First.isTerminal(state.first) || Second.isTerminal(state.second)
    }
}

/// A machine that consists of two independent machines.
public protocol ProductTransducer<First, Second>: PairTransducer
where
    State == ProductState<First, Second>, Output == ProductOutput<First.Output, Second.Output>
{
}

/// The states of two machines that run as one.
public struct ProductState<First: ExecutableTransducer, Second: ExecutableTransducer> {
    /// The state of the first machine.
    public var first: First.State
    /// The state of the second machine.
    public var second: Second.State

    /// The last output of the first machine, once it has ended.
    @usableFromInline var firstEnding: First.Output?
    /// The last output of the second machine, once it has ended.
    @usableFromInline var secondEnding: Second.Output?

    /// Creates the initial state of both machines.
    ///
    /// - Parameters:
    ///   - first: The initial state of the first machine.
    ///   - second: The initial state of the second machine.
    @inlinable public init(_ first: First.State, _ second: Second.State) {
        self.first = first
        self.second = second
        if First.isTerminal(first) { firstEnding = First.initialOutput(initialState: first) }
        if Second.isTerminal(second) { secondEnding = Second.initialOutput(initialState: second) }
    }
}

extension ProductState: Sendable
where First.State: Sendable, Second.State: Sendable, First.Output: Sendable, Second.Output: Sendable {}

@_documentation(visibility: internal)
extension ProductState: Equatable where First.State: Equatable, Second.State: Equatable {
    @inlinable public static func == (lhs: ProductState, rhs: ProductState) -> Bool {
        lhs.first == rhs.first && lhs.second == rhs.second
    }
}

@_documentation(visibility: internal)
extension ProductState: Hashable where First.State: Hashable, Second.State: Hashable {
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
    }
}

/// A machine that has ended keeps its last output if that can be coded, or is `Void`; otherwise, the initial output of
/// its state takes the place.
extension ProductState: Codable where First.State: Codable, Second.State: Codable {
    private enum CodingKeys: CodingKey { case first, second, firstEnding, secondEnding }

    /// Encodes the states of both machines, and the last outputs of those that have ended.
    ///
    /// - Parameter encoder: The encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(first, forKey: .first)
        try container.encode(second, forKey: .second)
        if let ending = firstEnding as? any Encodable { try container.encode(ending, forKey: .firstEnding) }
        if let ending = secondEnding as? any Encodable { try container.encode(ending, forKey: .secondEnding) }
    }

    /// Decodes the states of both machines.
    ///
    /// - Parameter decoder: The decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func ending<Output>(_ key: CodingKeys, _: Output.Type) throws -> Output? {
            if Output.self == Void.self { return () as? Output }
            guard container.contains(key), let type = Output.self as? any Decodable.Type else { return nil }
            return try container.decode(type, forKey: key) as? Output
        }
        self.init(
            try container.decode(First.State.self, forKey: .first),
            try container.decode(Second.State.self, forKey: .second))
        if First.isTerminal(first) { firstEnding = try ending(.firstEnding, First.Output.self) ?? firstEnding }
        if Second.isTerminal(second) { secondEnding = try ending(.secondEnding, Second.Output.self) ?? secondEnding }
    }
}

/// An event for one of two machines.
public enum PairEvent<First, Second> {
    /// For the first machine.
    case first(First)
    /// For the second machine.
    case second(Second)
}

extension PairEvent: Sendable where First: Sendable, Second: Sendable {}
extension PairEvent: Equatable where First: Equatable, Second: Equatable {}
extension PairEvent: Hashable where First: Hashable, Second: Hashable {}

/// The output of two machines, or of one of them.
public struct ProductOutput<First, Second> {
    /// The output of the first machine, or `nil` if it has none.
    public let first: First?
    /// The output of the second machine, or `nil` if it has none.
    public let second: Second?

    /// Creates an output of both machines, or of one of them.
    ///
    /// - Parameters:
    ///   - first: The output of the first machine, if any.
    ///   - second: The output of the second machine, if any.
    @inlinable package init(first: First? = nil, second: Second? = nil) {
        self.first = first
        self.second = second
    }
}

extension ProductOutput: Sendable where First: Sendable, Second: Sendable {}
extension ProductOutput: Equatable where First: Equatable, Second: Equatable {}
extension ProductOutput: Hashable where First: Hashable, Second: Hashable {}

@_documentation(visibility: internal) extension ProductOutput: CustomStringConvertible {
    public var description: String {
        let parts = [first.map { "first: \($0)" }, second.map { "second: \($0)" }]
        return "ProductOutput(\(parts.compactMap { $0 }.joined(separator: ", ")))"
    }
}

extension ProductTransducer {
    /// Lets one of the machines process an event.
    ///
    /// - Parameters:
    ///   - state: The states of both machines.
    ///   - event: The event, for one of the machines. A machine that has ended refuses it; the observer is told.
    /// - Returns: The effect and the output of that machine; in the last transition, the last outputs of both.
    @_documentation(visibility: internal) @inlinable
    public static func step(
        _ state: inout ProductState<First, Second>, event: PairEvent<First.Event, Second.Event>
    ) -> (TransducerEffect<Event, Env, Input>?, ProductOutput<First.Output, Second.Output>) {
        let outerQuiet = !_isComposite || LoopRecord.beginsQuietly() ? nil : LoopRecord.suspendQuiet()
        defer { if let outerQuiet { LoopRecord.resume(outerQuiet) } }
        let effect: TransducerEffect<Event, Env, Input>?
        let output: ProductOutput<First.Output, Second.Output>
        switch event {
        case .first(let event):
            let step = stepFirst(&state.first, event)
            if case .ended(let output) = step.outcome { state.firstEnding = output }
            (effect, output) = (step.effect, ProductOutput(first: step.output))
        case .second(let event):
            let step = stepSecond(&state.second, event)
            if case .ended(let output) = step.outcome { state.secondEnding = output }
            (effect, output) = (step.effect, ProductOutput(second: step.output))
        }
        // The last output is that of both machines.
        guard isTerminal(state) else { return (effect, output) }
        return (effect, ProductOutput(first: state.firstEnding, second: state.secondEnding))
    }

    @inlinable public static func _running(in state: ProductState<First, Second>) -> (First.State?, Second.State?) {
        (First.isTerminal(state.first) ? nil : state.first, Second.isTerminal(state.second) ? nil : state.second)
    }

    @inlinable public static func _mayHaveActivities(in state: ProductState<First, Second>) -> Bool {
        First._mayHaveActivities(in: state.first) || Second._mayHaveActivities(in: state.second)
    }

    /// Tells whether both machines have ended.
    ///
    /// - Parameter state: The states of both machines.
    @_documentation(visibility: internal) @inlinable
    public static func isTerminal(_ state: ProductState<First, Second>) -> Bool {
        First.isTerminal(state.first) && Second.isTerminal(state.second)
    }

    /// The initial outputs of both machines, or `nil` if neither has one.
    ///
    /// - Parameter initialState: The initial states of both machines.
    @_documentation(visibility: internal) @inlinable
    public static func initialOutput(initialState: ProductState<First, Second>) -> ProductOutput<
        First.Output, Second.Output
    >? {
        let first = First.initialOutput(initialState: initialState.first)
        let second = Second.initialOutput(initialState: initialState.second)
        return first == nil && second == nil ? nil : ProductOutput(first: first, second: second)
    }
}
