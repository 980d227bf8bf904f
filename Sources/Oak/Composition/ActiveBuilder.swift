/// Collects the children that ``CompositeTransducer/activeChildren(in:)`` names.
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
    /// No active child; write it in a case of ``activeChildren(in:)`` that names none.
    @inlinable public static var nothing: PlainlyActive<Self> { PlainlyActive() }
}

extension Child where Machine.Activities == NoActivities {
    /// Marks the child as active.
    ///
    /// - Parameter state: The state of the child.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: @autoclosure () -> Machine.State) -> PlainlyActive<Composite> {
        PlainlyActive(self)
    }

    /// Marks the child as active unless its state is `nil`.
    ///
    /// - Parameter state: The state of the child, or `nil` if it is not active.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: Machine.State?) -> PlainlyActive<Composite> {
        state == nil ? PlainlyActive() : PlainlyActive(self)
    }
}

extension Child {
    /// Marks the child as active in a state.
    ///
    /// - Parameter state: The state of the child.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: @autoclosure () -> Machine.State) -> Active<Composite> {
        Active(bit, core.lift.place, Survey.of(self, state))
    }

    /// Marks the child as active in a state, unless that is `nil`.
    ///
    /// - Parameter state: The state of the child, or `nil` if it is not active.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: Machine.State?) -> Active<Composite> {
        guard let state else { return Active() }
        return Active(bit, core.lift.place, Survey.of(self, { state }))
    }

    /// Marks the child as active under an identity; another identity means another child.
    ///
    /// The identity distinguishes a child from a successor that takes its place in a single transition, such as one
    /// user's profile from the next user's. That transition cancels the effects of the predecessor.
    ///
    /// - Parameter identity: The identity, usually a value of the state. Integers, UUIDs and, on 64-bit platforms,
    ///   ASCII strings of up to 15 characters need no allocation.
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

    /// Marks the child as active under an identity, in a state.
    ///
    /// - Parameters:
    ///   - identity: The identity, usually a value of the state. Integers, UUIDs and, on 64-bit platforms, ASCII
    ///     strings of up to 15 characters need no allocation.
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
    /// Marks the children of the collection as active in their states.
    ///
    /// - Parameter children: The states of the children.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ children: Children<ID, Machine.State>) -> Active<Composite> {
        Active(bit, core.place, with: children.membership.object, Survey.of(self, { children }))
    }
}
