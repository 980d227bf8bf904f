/// Puts together the children that ``CompositeTransducer/activeChildren(in:)`` names.
@resultBuilder
public enum ActiveBuilder<Composite: CompositeTransducer> {
    @inlinable
    @inline(__always)
    public static func buildExpression<Machine>(_ child: Child<Composite, Machine>) -> PlainlyActive<Composite>
    where Machine.Activities == NoActivities {
        PlainlyActive(child)
    }

    @inlinable
    @inline(__always)
    public static func buildExpression(_ active: PlainlyActive<Composite>) -> PlainlyActive<Composite> { active }

    @inlinable
    @inline(__always)
    public static func buildExpression(_ active: Active<Composite>) -> Active<Composite> { active }

    @available(
        *, unavailable,
        message: """
            name the child with its state, as in 'case .open(let inner): child(inner)': it has children or activities
            """
    )
    public static func buildExpression<Machine>(_ child: Child<Composite, Machine>) -> Active<Composite> {
        Active()
    }

    @available(*, unavailable, message: "name the collection with its children, as in 'items(state.items)'")
    public static func buildExpression<ID, Machine>(
        _ collection: ChildCollection<Composite, ID, Machine>
    ) -> Active<Composite> {
        Active()
    }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(first: PlainlyActive<Composite>) -> PlainlyActive<Composite> { first }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(first: Active<Composite>) -> Active<Composite> { first }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(
        accumulated: PlainlyActive<Composite>, next: PlainlyActive<Composite>
    ) -> PlainlyActive<Composite> {
        accumulated.joined(with: next)
    }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(
        accumulated: PlainlyActive<Composite>, next: Active<Composite>
    ) -> Active<Composite> {
        next.joined(with: accumulated)
    }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(
        accumulated: Active<Composite>, next: PlainlyActive<Composite>
    ) -> Active<Composite> {
        accumulated.joined(with: next)
    }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(
        accumulated: Active<Composite>, next: Active<Composite>
    ) -> Active<Composite> {
        accumulated.joined(with: next)
    }

    @inlinable
    @inline(__always)
    public static func buildBlock() -> PlainlyActive<Composite> { PlainlyActive() }

    @inlinable
    @inline(__always)
    public static func buildEither(first: PlainlyActive<Composite>) -> Active<Composite> { Active(first) }

    @inlinable
    @inline(__always)
    public static func buildEither(first: Active<Composite>) -> Active<Composite> { first }

    @inlinable
    @inline(__always)
    public static func buildEither(second: PlainlyActive<Composite>) -> Active<Composite> { Active(second) }

    @inlinable
    @inline(__always)
    public static func buildEither(second: Active<Composite>) -> Active<Composite> { second }

    @inlinable
    @inline(__always)
    public static func buildOptional(_ active: PlainlyActive<Composite>?) -> PlainlyActive<Composite> {
        active ?? PlainlyActive()
    }

    @inlinable
    @inline(__always)
    public static func buildOptional(_ active: Active<Composite>?) -> Active<Composite> { active ?? Active() }

    @inlinable
    public static func buildArray(_ parts: [PlainlyActive<Composite>]) -> PlainlyActive<Composite> {
        parts.reduce(PlainlyActive()) { $0.joined(with: $1) }
    }

    @inlinable
    public static func buildArray(_ parts: [Active<Composite>]) -> Active<Composite> {
        parts.reduce(Active()) { $0.joined(with: $1) }
    }

    @inlinable
    @inline(__always)
    public static func buildLimitedAvailability(_ active: PlainlyActive<Composite>) -> PlainlyActive<Composite> {
        active
    }

    @inlinable
    @inline(__always)
    public static func buildLimitedAvailability(_ active: Active<Composite>) -> Active<Composite> { active }

    @inlinable
    @inline(__always)
    public static func buildFinalResult(_ active: PlainlyActive<Composite>) -> Active<Composite> { Active(active) }

    @inlinable
    @inline(__always)
    public static func buildFinalResult(_ active: Active<Composite>) -> Active<Composite> { active }
}

extension CompositeTransducer {
    /// No active child: stands in a case of ``activeChildren(in:)`` that names none.
    @inlinable public static var nothing: PlainlyActive<Self> { PlainlyActive() }
}

extension Child where Machine.Activities == NoActivities {
    /// The child, active in a state.
    ///
    /// - Parameter state: The state of the child.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: @autoclosure () -> Machine.State) -> PlainlyActive<Composite> {
        PlainlyActive(self)
    }

    /// The child, active if it is there.
    ///
    /// - Parameter state: The state of the child; `nil` if it is not active.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: Machine.State?) -> PlainlyActive<Composite> {
        state == nil ? PlainlyActive() : PlainlyActive(self)
    }
}

extension Child {
    /// The child, active in a state.
    ///
    /// - Parameter state: The state of the child.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: @autoclosure () -> Machine.State) -> Active<Composite> {
        Active(bit, core.lift.place, Survey.of(self, state))
    }

    /// The child, active if it is there.
    ///
    /// - Parameter state: The state of the child; `nil` if it is not active.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: Machine.State?) -> Active<Composite> {
        guard let state else { return Active() }
        return Active(bit, core.lift.place, Survey.of(self, { state }))
    }

    /// The child, active under an identity: with another identity it is another child.
    ///
    /// A child whose place another can take in a single transition is told by it from its successor: the profile of one user
    /// from that of the next. The effects of the one are cancelled when the other comes.
    ///
    /// - Parameter identity: The identity, usually one that the state has anyway. An identity of up to three words costs no memory.
    @inlinable
    @inline(__always)
    public func active(as identity: some Hashable & Sendable) -> Active<Composite>
    where Machine.Activities == NoActivities {
        Active(bit, core.lift.place, as: identity)
    }

    @available(
        *, unavailable,
        message: "write 'child.active(as: identity, in: state)': the child has children or activities of its own"
    )
    public func active(as identity: some Hashable & Sendable) -> Active<Composite> { Active() }

    /// The child, active under an identity in a state.
    ///
    /// - Parameters:
    ///   - identity: The identity, usually one that the state has anyway. An identity of up to three words costs no memory.
    ///   - state: The state of the child.
    @inlinable
    @inline(__always)
    public func active(
        as identity: some Hashable & Sendable, in state: @autoclosure () -> Machine.State
    ) -> Active<Composite> {
        Active(bit, core.lift.place, as: identity, Survey.of(self, state))
    }
}

extension ChildCollection {
    /// The children of the collection, active in their states.
    ///
    /// - Parameter children: The states of the children.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ children: Children<ID, Machine.State>) -> Active<Composite> {
        Active(bit, core.place, with: children.membership.object, Survey.of(self, { children }))
    }
}
