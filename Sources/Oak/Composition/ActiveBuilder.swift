/// Collects the children that ``CompositeTransducer/activeChildren(in:)`` names.
@resultBuilder
public enum ActiveBuilder<Composite: CompositeTransducer> {}

@_documentation(visibility: internal) extension ActiveBuilder {
    @inlinable
    @inline(__always)
    public static func buildExpression<Machine>(_ child: Child<Composite, Machine>) -> Active<Composite>
    where Machine.Activities == _NoActivities {
        Active(bit: child.bit, place: child.lift.place)
    }

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
    public static func buildPartialBlock(first: Active<Composite>) -> Active<Composite> { first }

    @inlinable
    @inline(__always)
    public static func buildPartialBlock(
        accumulated: consuming Active<Composite>, next: Active<Composite>
    ) -> Active<Composite> {
        accumulated.formUnion(next)
        return accumulated
    }

    @inlinable
    @inline(__always)
    public static func buildBlock() -> Active<Composite> { Active() }

    @inlinable
    @inline(__always)
    public static func buildEither(first: Active<Composite>) -> Active<Composite> { first }

    @inlinable
    @inline(__always)
    public static func buildEither(second: Active<Composite>) -> Active<Composite> { second }

    @inlinable
    @inline(__always)
    public static func buildOptional(_ active: Active<Composite>?) -> Active<Composite> { active ?? Active() }

    @inlinable public static func buildArray(_ parts: [Active<Composite>]) -> Active<Composite> {
        parts.reduce(into: Active()) { $0.formUnion($1) }
    }

    @inlinable
    @inline(__always)
    public static func buildLimitedAvailability(_ active: Active<Composite>) -> Active<Composite> { active }
}

extension CompositeTransducer {
    /// No active child; write it in a case of ``activeChildren(in:)`` that names none.
    @inlinable public static var nothing: Active<Self> { Active() }
}

extension Child {
    /// Marks the child as active in a state.
    ///
    /// - Parameter state: The state of the child.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: @autoclosure () -> Machine.State) -> Active<Composite> {
        if Machine._mayHaveActivities, Evaluation.purpose == .activities, bit != 0 {
            return Active(bit: bit, mayHaveActivities: Machine._mayHaveActivities(in: state()))
        }
        if Evaluation.purpose == .reading {
            ChildReading.offer(state, at: lift.place.number, in: Composite.self)
            return Active()
        }
        var active = Active<Composite>(bit: bit, place: lift.place)
        active.look(into: self, state)
        return active
    }

    /// Marks the child as active in a state, unless that is `nil`.
    ///
    /// - Parameter state: The state of the child, or `nil` if it is not active.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ state: Machine.State?) -> Active<Composite> {
        guard let state else { return Active() }
        return self(state)
    }

    /// Marks the child as active under an identity; another identity means another child.
    ///
    /// The identity distinguishes a child from a successor that takes its place in a single transition, such as one
    /// user's profile from the next user's. That transition cancels the effects of the predecessor.
    ///
    /// - Parameter identity: The identity, usually a value of the state; identities are compared with `==`.
    @inlinable
    @inline(__always)
    public func active(as identity: some Hashable & Sendable) -> Active<Composite>
    where Machine.Activities == _NoActivities {
        Active(bit: bit, place: lift.place, identity: identity)
    }

    @available(
        *, unavailable,
        message: "write 'child.active(as: identity, in: state)': the child has children or activities of its own"
    )
    public func active(as identity: some Hashable & Sendable) -> Active<Composite> { Active() }

    /// Marks the child as active under an identity, in a state.
    ///
    /// - Parameters:
    ///   - identity: The identity, usually a value of the state; identities are compared with `==`.
    ///   - state: The state of the child.
    @inlinable
    @inline(__always)
    public func active(
        as identity: some Hashable & Sendable, in state: @autoclosure () -> Machine.State
    ) -> Active<Composite> {
        if Evaluation.purpose == .reading {
            ChildReading.offer(state, at: lift.place.number, as: EffectID(identity), in: Composite.self)
            return Active()
        }
        var active = Active<Composite>(bit: bit, place: lift.place, identity: identity)
        active.look(into: self, state)
        return active
    }
}

extension ChildCollection {
    /// Marks the children of the collection as active in their states.
    ///
    /// - Parameter children: The states of the children.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ children: Children<ID, Machine.State>) -> Active<Composite> {
        if Evaluation.purpose == .reading {
            ChildReading.offer({ children }, at: number, in: Composite.self)
            return Active()
        }
        var active = Active<Composite>(bit: bit, place: core.place, keys: children.membership.object)
        active.look(into: self, children)
        return active
    }
}
