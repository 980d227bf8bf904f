import OakText

/// The way in which an exploration tells states apart.
@usableFromInline protocol StateIdentity<State>: Sendable {
    associatedtype State

    func hash(_ state: borrowing State) -> Int
    func isSame(_ state: borrowing State, _ other: borrowing State) -> Bool
    /// Whether a transition has changed nothing at all, which may be more than the identity of the state.
    func isUnchanged(_ state: borrowing State, _ other: borrowing State) -> Bool
    /// The text by which a person tells the state apart.
    func text(_ state: State) -> String
    /// Whether states that are the same can differ in something else.
    static var isAbstract: Bool { get }
}

extension StateIdentity {
    /// Whether an edge leads back to the state that it leaves.
    ///
    /// - Parameters:
    ///   - note: The note of the edge.
    ///   - state: The state that the edge leaves.
    ///   - after: The state after the macrostep.
    ///   - isUnchanged: The result of an earlier comparison of the two.
    @inlinable
    @inline(__always)
    func leadsBack(_ note: EdgeNote, to state: borrowing State, _ after: borrowing State, isUnchanged: Bool?) -> Bool {
        guard note.intent.hasTarget else { return true }
        // A state that is told apart as a whole was compared already.
        if !Self.isAbstract, let isUnchanged { return isUnchanged }
        return isSame(after, state)
    }
}

/// States are told apart by `==`.
@usableFromInline struct WholeState<State: Hashable>: StateIdentity {
    @inlinable init() {}

    @inlinable func hash(_ state: borrowing State) -> Int { state.hashValue }

    @inlinable func isSame(_ state: borrowing State, _ other: borrowing State) -> Bool { state == other }

    @inlinable func isUnchanged(_ state: borrowing State, _ other: borrowing State) -> Bool { state == other }

    @inlinable func text(_ state: State) -> String { textOfState(state) }

    @inlinable static var isAbstract: Bool { false }
}

/// States are told apart by a part of them.
@usableFromInline struct ShownPart<State, Part: Hashable>: StateIdentity {
    @usableFromInline let part: @Sendable (State) -> Part

    @inlinable init(_ part: @escaping @Sendable (State) -> Part) { self.part = part }

    @inlinable func hash(_ state: borrowing State) -> Int { part(copy state).hashValue }

    @inlinable
    func isSame(_ state: borrowing State, _ other: borrowing State) -> Bool { part(copy state) == part(copy other) }

    @inlinable func isUnchanged(_ state: borrowing State, _ other: borrowing State) -> Bool {
        let (one, other) = (copy state, copy other)
        return part(one) == part(other) && !areUnequal(one, other)
    }

    @inlinable func text(_ state: State) -> String {
        let part = part(state)
        return part as? String ?? textOfState(part)
    }

    @inlinable static var isAbstract: Bool { true }
}

/// The text of a state or an event in a message.
@usableFromInline func textOfState(_ value: Any) -> String { sourceText(of: value) }

/// Whether two values are certainly different.
@usableFromInline
func areUnequal<Value>(_ value: Value, _ other: Value) -> Bool { value is any Equatable && !areEqual(value, other) }

/// Whether two values are certainly equal.
@usableFromInline func areEqual<Value>(_ value: Value, _ other: Value) -> Bool {
    func isEqual<Equal: Equatable>(_ value: Equal) -> Bool { (other as? Equal) == value }
    guard let value = value as? any Equatable else { return false }
    return isEqual(value)
}

/// Whether an output is a message: more than `Void`, `nil` or an empty collection.
@inlinable func isMessage<Output>(_ output: Output) -> Bool { Output.self != Void.self && isNoVoidMessage(output) }

@usableFromInline func isNoVoidMessage<Output>(_ output: Output) -> Bool { !saysNothing(output) }
