// The common operation in one line: an asynchronous function whose result is an event. The event needs no place in the mailbox.

extension TransducerEffect where Env: Sendable {
    /// Creates an effect from a function that works beside the machine and whose result is an event.
    ///
    /// ```swift
    /// enum Quotes: EffectTransducer {
    ///     enum State: NonTerminal { case idle, fetching, shown(String), failed }
    ///     enum Event: Sendable { case fetch, fetched(String), failed(any Error) }
    ///     struct Env: Sendable { var fetch: @Sendable () async throws -> String }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .fetch:
    ///             state = .fetching
    ///             return Effect(
    ///                 id: "fetch", { env in try await env.fetch() }, success: Event.fetched, failure: Event.failed)
    ///         case .fetched(let quote): state = .shown(quote)
    ///         case .failed: state = .failed
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// The event is processed in its turn, behind what was sent before the function returned. A cancelled operation answers
    /// with nothing, be it that it returned or that it threw.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of an error.
    @inlinable
    public init<Value, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: @escaping @Sendable (Failure) -> Event
    ) {
        self.init(
            id: id, replacing: replacement, answering: { env in Unchecked(success(try await operation(env))) },
            handler: { error in (error as? Failure).map(failure) })
    }

    /// Creates an effect from a function that works beside the machine and whose result is an event.
    ///
    /// An error that it throws is a failure of the machine, unless the operation was cancelled or ``catch(_:)`` says what it means.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: Makes an event of the result.
    @inlinable
    public init<Value>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws -> Value,
        success: @escaping @Sendable (Value) -> Event
    ) {
        self.init(
            id: id, replacing: replacement, answering: { env in Unchecked(success(try await operation(env))) }, handler: nil)
    }

    @inlinable
    init(
        id: (some Hashable & Sendable)?, replacing replacement: EffectReplacement,
        answering operation: @escaping @Sendable @concurrent (Env) async throws -> Unchecked<Event>, handler: Handler?
    ) {
        self.init(
            .operation(.answering(operation)),
            Work.Traits(id: id.map { EffectID($0) }, replacement: replacement, handler: handler))
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an effect from a function that works beside the machine, with an event for its end.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: The event that follows when it has returned.
    ///   - failure: Makes an event of an error.
    @inlinable
    public init<Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        success: Event,
        failure: @escaping @Sendable (Failure) -> Event
    ) {
        self.init(id: id, replacing: replacement, operation, success: { success }, failure: failure)
    }

    /// Creates an effect from a function that works beside the machine, with an event for its end.
    ///
    /// An error that it throws is a failure of the machine, unless the operation was cancelled or ``catch(_:)`` says what it means.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: The event that follows when it has returned.
    @inlinable
    public init(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws -> Void,
        success: Event
    ) {
        self.init(id: id, replacing: replacement, operation, success: { success })
    }
}
