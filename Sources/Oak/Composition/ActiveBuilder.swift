/// Collects the children that ``CompositeTransducer/activeChildren(in:)`` names.
@resultBuilder
public enum ActiveBuilder<Composite: CompositeTransducer> {}

@_documentation(visibility: internal) extension ActiveBuilder {
    @inlinable public static func buildExpression<Machine>(
        _ child: Child<Composite, Machine>
    ) -> _ActiveChild<Composite, Machine, Never> where Machine.Activities == _NoActivities {
        _ActiveChild(child, as: nil, in: nil)
    }

    @inlinable public static func buildExpression<Part: ActiveChildren<Composite>>(_ part: Part) -> Part { part }

    @available(
        *, unavailable,
        message: """
            name the child with its state, as in 'case .open(let inner): child(inner)': it has children or activities
            """
    )
    public static func buildExpression<Machine>(_ child: Child<Composite, Machine>) -> _NoChildren<Composite> {
        _NoChildren()
    }

    @available(*, unavailable, message: "name the collection with its children, as in 'items(state.items)'")
    public static func buildExpression<ID, Machine>(
        _ collection: ChildCollection<Composite, ID, Machine>
    ) -> _NoChildren<Composite> {
        _NoChildren()
    }

    @inlinable public static func buildPartialBlock<Part: ActiveChildren<Composite>>(first: Part) -> Part { first }

    @inlinable
    public static func buildPartialBlock<First: ActiveChildren<Composite>, Second: ActiveChildren<Composite>>(
        accumulated: First, next: Second
    ) -> _BothChildren<First, Second> {
        _BothChildren(accumulated, next)
    }

    @inlinable public static func buildBlock() -> _NoChildren<Composite> { _NoChildren() }

    @inlinable public static func buildEither<First: ActiveChildren<Composite>, Second: ActiveChildren<Composite>>(
        first: First
    ) -> _EitherChildren<First, Second> { .first(first) }

    @inlinable public static func buildEither<First: ActiveChildren<Composite>, Second: ActiveChildren<Composite>>(
        second: Second
    ) -> _EitherChildren<First, Second> { .second(second) }

    @inlinable public static func buildOptional<Part: ActiveChildren<Composite>>(_ part: Part?) -> Part? { part }

    @inlinable public static func buildArray<Part>(_ parts: [Part]) -> [Part]
    where Part: ActiveChildren<Composite> { parts }

    @inlinable public static func buildLimitedAvailability(
        _ part: some ActiveChildren<Composite>
    ) -> some ActiveChildren<Composite> { part }
}

extension CompositeTransducer {
    /// No active child; write it in a case of ``activeChildren(in:)`` that names none.
    @inlinable public static var nothing: _NoChildren<Self> { _NoChildren() }
}

extension Child {
    /// Marks the child as active in a state.
    ///
    /// - Parameter state: The state of the child.
    @inlinable public func callAsFunction(_ state: Machine.State) -> _ActiveChild<Composite, Machine, Never> {
        _ActiveChild(self, as: nil, in: state)
    }

    /// Marks the child as active in a state, unless that is `nil`.
    ///
    /// - Parameter state: The state of the child, or `nil` if it is not active.
    @_disfavoredOverload
    @inlinable public func callAsFunction(_ state: Machine.State?) -> _ActiveChild<Composite, Machine, Never>? {
        state.map { _ActiveChild(self, as: nil, in: $0) }
    }

    /// Marks the child as active under an identity; another identity means another child.
    ///
    /// The identity distinguishes a child from a successor that takes its place in a single transition, such as one
    /// user's profile from the next user's. That transition cancels the effects of the predecessor.
    ///
    /// - Parameter identity: The identity, usually a value of the state; identities are compared with `==`.
    @inlinable public func active<ID: Hashable & Sendable>(as identity: ID) -> _ActiveChild<Composite, Machine, ID>
    where Machine.Activities == _NoActivities {
        _ActiveChild(self, as: identity, in: nil)
    }

    @available(
        *, unavailable,
        message: "write 'child.active(as: identity, in: state)': the child has children or activities of its own"
    )
    public func active(as identity: some Hashable & Sendable) -> _NoChildren<Composite> { _NoChildren() }

    /// Marks the child as active under an identity, in a state.
    ///
    /// - Parameters:
    ///   - identity: The identity, usually a value of the state; identities are compared with `==`.
    ///   - state: The state of the child.
    @inlinable public func active<ID: Hashable & Sendable>(
        as identity: ID, in state: Machine.State
    ) -> _ActiveChild<Composite, Machine, ID> {
        _ActiveChild(self, as: identity, in: state)
    }
}

extension ChildCollection {
    /// Marks the children of the collection as active in their states.
    ///
    /// - Parameter children: The states of the children.
    @inlinable public func callAsFunction(_ children: Children<ID, Machine.State>) -> _ActiveCollection<
        Composite, ID, Machine
    > {
        _ActiveCollection(self, in: children)
    }
}
