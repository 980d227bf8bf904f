extension TransducerEffect {
    /// An action event: processed next, before any other event.
    ///
    /// - Parameter event: The event to process.
    /// - Returns: An effect that allocates nothing.
    @inlinable public static func event(_ event: Event) -> Self { Self(content: .event(event, .own)) }

    /// Several action events: processed next, in this order, each with everything it leads to.
    ///
    /// If the first of two events leads to an action event of its own, that one is processed before the second.
    ///
    /// - Parameter events: The events to process.
    @inlinable public static func events(_ events: [Event]) -> Self { Self(content: .events(events, .own)) }

    /// Cancels the live effect with the given identity, if any.
    ///
    /// From this moment no event of that effect is processed, not even one that already waits in the mailbox. The
    /// effect may take a while to return; as a step of a `sequence(_:)`, the cancellation lasts until it has.
    ///
    /// - Parameter id: The identity given to the effect when it was created.
    @inlinable public static func cancelTask(_ id: some Hashable & Sendable) -> Self {
        Self(.cancellation, Work.Traits(id: EffectID(id)))
    }

    /// An effect that does nothing.
    @inlinable static var nothing: Self { Self(content: .events([], .own)) }
}
