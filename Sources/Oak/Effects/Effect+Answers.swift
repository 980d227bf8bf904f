// The common operation in one line: an asynchronous function whose result is an event. The event needs no place in the
// mailbox, and nobody but the run loop gets it, which is why it may leave the function unchecked.

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
    /// The event is processed in its turn, behind what was sent before the function returned. A cancelled operation
    /// answers with nothing, be it that it returned or that it threw.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of an error. Without it an error is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public init<Value, Failure: Error>(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(
            answering: { env, _ in Unchecked(success(try await operation(env))) }, orFailing: failure,
            Work.Traits(id: EffectID(id), replacement: replacement))
    }

    /// Creates an effect from a function that works beside the machine and whose result is an event.
    ///
    /// - Parameters:
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of an error. Without it an error is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public init<Value, Failure: Error>(
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(
            answering: { env, _ in Unchecked(success(try await operation(env))) }, orFailing: failure, Work.Traits())
    }

    /// Creates an effect from a function that sends events beside the machine and answers with one at its end.
    ///
    /// ```swift
    /// enum Scan: EffectTransducer {
    ///     enum State: NonTerminal { case idle, scanning(page: Int), done(pages: Int) }
    ///     enum Event: Sendable { case start, page(Int), scanned(pages: Int) }
    ///     struct Env: Sendable { var scan: @Sendable (_ report: (Int) -> Void) async -> Int }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .start:
    ///             state = .scanning(page: 0)
    ///             return Effect(
    ///                 id: "scan", { env, input in await env.scan { input(.page($0)) } },
    ///                 success: Event.scanned(pages:))
    ///         case .page(let page): state = .scanning(page: page)
    ///         case .scanned(let pages): state = .done(pages: pages)
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The identity of the operation.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine, on the function's own global actor if it
    ///     names one.
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of an error. Without it an error is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public init<Value, Failure: Error>(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env, Input) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(
            answering: { env, input in Unchecked(success(try await operation(env, input))) }, orFailing: failure,
            Work.Traits(id: EffectID(id), replacement: replacement))
    }

    @inlinable
    init<Failure: Error>(
        answering operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Unchecked<Event>,
        orFailing failure: (@Sendable (Failure) -> Event)?, _ traits: Work.Traits
    ) {
        var traits = traits
        if let failure { traits.handler = { error in (error as? Failure).map { failure($0) } } }
        self.init(.operation(.answering(operation)), traits)
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an effect from a function that works beside the machine, with an event for its end.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: The event that follows when it has returned.
    ///   - failure: Makes an event of an error. Without it an error is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public init<Failure: Error>(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(id: id, replacing: replacement, operation, success: { success }, failure: failure)
    }

    /// Creates an effect from a function that works beside the machine, with an event for its end.
    ///
    /// - Parameters:
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: The event that follows when it has returned.
    ///   - failure: Makes an event of an error. Without it an error is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public init<Failure: Error>(
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(operation, success: { success }, failure: failure)
    }
}
