extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Processes each element of an asynchronous sequence as an event.
    ///
    /// ```swift
    /// enum Ticker: EffectTransducer {
    ///     enum State: NonTerminal { case closed, open(price: Double?), broken(String) }
    ///     enum Event: Sendable { case open, price(Double), close, closed, failed(any Error) }
    ///     struct Env: Sendable { var prices: @Sendable () -> AsyncThrowingStream<Double, any Error> }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .open:
    ///             state = .open(price: nil)
    ///             return .stream(
    ///                 id: "prices", { env in env.prices() }, event: Event.price, finished: .closed,
    ///                 failure: Event.failed)
    ///         case .price(let price): state = .open(price: price)
    ///         case .close: return .cancelTask("prices")
    ///         case .closed: state = .closed
    ///         case .failed(let error): state = .broken("\(error)")
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// A sequence that has ended before its first element, as an `AsyncStream` does that was read before, is logged
    /// unless `finished` says what follows: make a sequence for each effect.
    ///
    /// An operation makes the sequence and asks for the next element once the event of the previous one has a place in
    /// the mailbox, so a fast sequence never outruns the machine for long. After the operation is cancelled, no event
    /// of the sequence is processed.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - elements: Makes the sequence from the environment, on the function's own global actor if it names one.
    ///   - event: Turns an element into an event.
    ///   - finished: The event that follows the last element, if any.
    ///   - failure: Turns an error into an event, whether it comes from making the sequence or from the sequence
    ///     itself. Without it, an error is a failure of the machine unless ``catch(_:)`` handles it.
    public static func stream<Elements: AsyncSequence & SendableMetatype, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        _ elements: @escaping @Sendable @concurrent (Env) async throws(Failure) -> sending Elements,
        event: @escaping @Sendable (Elements.Element) -> Event,
        finished: Event? = nil,
        failure: (@Sendable (any Error) -> Event)? = nil
    ) -> Self where Elements.Element: Sendable {
        var mayFail = Failure.self != Never.self
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            mayFail = mayFail || Elements.Failure.self != Never.self
        }
        return Self(
            forwarding: elements, as: event, finished: finished,
            Work.Traits(
                id: id.map { EffectID($0) }, replacement: replacement, mayFail: mayFail, handler: failure))
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    init<Elements: AsyncSequence & SendableMetatype>(
        forwarding elements: @escaping @Sendable @concurrent (Env) async throws -> sending Elements,
        as event: @escaping @Sendable (Elements.Element) -> Event, finished: Event?, _ traits: Work.Traits
    ) where Elements.Element: Sendable {
        self.init(
            answering: { env, port in
                var isEmpty = true
                for try await element in try await elements(env) {
                    isEmpty = false
                    try await port.sendWaitingForRoom(event(element))
                }
                if isEmpty, finished == nil, !Task.isCancelled {
                    PlatformLog.write(
                        "A stream of \(typeName(Elements.self)) has ended before its first element.",
                        details: "An AsyncStream can be read once: make one for each effect, or state what is finished."
                    )
                }
                return finished.map { Disconnected($0) }
            }, traits)
    }
}

// Inputs written by users may be unable to wait for room; the port behind every input can.

extension TransducerEffect where Env: Sendable {
    /// Creates an operation that sends through the port behind its input and may return an event.
    init(
        answering operation:
            @escaping @Sendable @concurrent (Env, InputPort<Event>) async throws -> Disconnected<Event>?,
        _ traits: Work.Traits
    ) {
        self.init(
            .operation(
                .lifted(.ownIsolation, .either) { env, port, _ in
                    let env = env.value
                    return { try await operation(env, port) }
                }), traits)
    }
}
