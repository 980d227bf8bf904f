// The effect of a step is easily forgotten beside its outcome; the compiler misses the effect that `route` returns.

extension ChildStep {
    @inlinable func routed(_ handle: (Outcome) -> Void) -> Effect? {
        handle(outcome)
        return effect
    }
}

extension Child {
    /// Lets the child process an event, and returns the effect for the composite's `update` to return.
    ///
    /// ```swift
    /// enum Checkout: CompositeTransducer {
    ///     struct State { var payment = Payment.State.open, isPaid = false }
    ///     enum Event: Sendable { case payment(Payment.Event) }
    ///
    ///     static let payment = child("payment", Payment.self, event: Event.payment)
    ///
    ///     static func activeChildren(in state: State) -> some ActiveChildren<Self> { payment }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .payment(let event):
    ///             payment.route(&state.payment, event) { outcome in
    ///                 if case .ended = outcome { state.isPaid = true }
    ///             }
    ///         }
    ///     }
    /// }
    /// enum Payment: Transducer {
    ///     enum State: Terminable {
    ///         case open, done
    ///         var isTerminal: Bool { self == .done }
    ///     }
    ///     enum Event: Sendable { case pay }
    ///
    ///     static func update(_ state: inout State, event: Event) { state = .done }
    /// }
    /// ```
    ///
    /// Unlike the effect in a ``ChildStep``, this one cannot be forgotten without a warning. To change the state of the
    /// child itself afterwards, such as setting an optional to `nil`, use ``step(_:_:)-(Machine.State?,_)``.
    ///
    /// - Parameters:
    ///   - state: The state of the child, a property of the composite's state.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child; may change other properties of the state.
    /// - Returns: The effect for the composite; `nil` if the step has none.
    @inlinable public func route(
        _ state: inout Machine.State, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Void = { _ in }
    ) -> Effect? {
        step(&state, event).routed(handle)
    }

    /// Lets the child process an event, and returns its effect and another of the composite.
    ///
    /// - Parameters:
    ///   - state: The state of the child, a property of the composite's state.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child, and returns an effect of the composite.
    /// - Returns: Both effects, the child's first.
    @inlinable
    @_disfavoredOverload
    public func route(
        _ state: inout Machine.State, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Effect?
    ) -> Effect? {
        let step = step(&state, event)
        return .all(step.effect, handle(step.outcome))
    }

    /// Lets the child process an event, unless its state is `nil`, and returns the effect.
    ///
    /// - Parameters:
    ///   - state: The state of the child, or `nil` if it is not active.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child; may change other properties of the state.
    /// - Returns: The effect for the composite; `nil` if the step has none. An event for a child that is not active is
    ///   refused.
    @inlinable public func route(
        _ state: inout Machine.State?, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Void = { _ in }
    ) -> Effect? {
        step(&state, event).routed(handle)
    }

    /// Lets the child process an event, unless its state is `nil`, and returns both effects.
    ///
    /// - Parameters:
    ///   - state: The state of the child, or `nil` if it is not active.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child, and returns an effect of the composite.
    /// - Returns: Both effects, the child's first.
    @inlinable
    @_disfavoredOverload
    public func route(
        _ state: inout Machine.State?, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Effect?
    ) -> Effect? {
        let step = step(&state, event)
        return .all(step.effect, handle(step.outcome))
    }
}

extension ChildCollection {
    /// Lets one child process an event, and returns the effect for the composite's `update` to return.
    ///
    /// - Parameters:
    ///   - children: The states of the children.
    ///   - id: The key of the child that the event is for.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child; may change other properties of the state.
    /// - Returns: The effect for the composite; `nil` if the step has none. An event for a missing key is refused.
    @inlinable public func route(
        _ children: inout Children<ID, Machine.State>, _ id: ID, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Void = { _ in }
    ) -> Effect? {
        step(&children, id, event).routed(handle)
    }

    /// Lets one child process an event, and returns its effect and another of the composite.
    ///
    /// - Parameters:
    ///   - children: The states of the children.
    ///   - id: The key of the child that the event is for.
    ///   - event: The event.
    ///   - handle: Receives the consequence of the event for the child, and returns an effect of the composite.
    /// - Returns: Both effects, the child's first.
    @inlinable
    @_disfavoredOverload
    public func route(
        _ children: inout Children<ID, Machine.State>, _ id: ID, _ event: Machine.Event,
        _ handle: (ChildStep<Effect, Machine.Output>.Outcome) -> Effect?
    ) -> Effect? {
        let step = step(&children, id, event)
        return .all(step.effect, handle(step.outcome))
    }
}
