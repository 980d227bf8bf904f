// The common operation in one line: an asynchronous function whose result becomes an event. The event needs no place in
// the mailbox and reaches only the run loop, so it may leave the function unchecked.

extension TransducerEffect where Env: Sendable {
    /// Creates an operation from a function whose result becomes an event.
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
    /// The event is processed in turn, after everything sent before the function returned. A cancelled operation
    /// produces no event, whether it returns or throws.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; without one it is private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: Turns the result into an event.
    ///   - failure: Turns an error into an event. Without it, an error is a failure of the machine unless ``catch(_:)``
    ///     handles it.
    @inlinable public init<Value, Failure: Error>(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(
            .operation(.answering { env, _ in Disconnected(success(try await operation(env))) }),
            Work.Traits(id: EffectID.naming(id), replacement: replacement, handler: Self.handler(failure)))
    }

    /// Creates an operation from a function that sends events while it runs; its result becomes an event.
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
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine, on the function's own global actor if it
    ///     names one.
    ///   - success: Turns the result into an event.
    ///   - failure: Turns an error into an event. Without it, an error is a failure of the machine unless ``catch(_:)``
    ///     handles it.
    @inlinable public init<Value, Failure: Error>(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env, Input) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(
            .operation(.answering { env, input in Disconnected(success(try await operation(env, input))) }),
            Work.Traits(id: EffectID(id), replacement: replacement, handler: Self.handler(failure)))
    }

    /// Returns a handler of the errors that the given function turns into events.
    @inlinable static func handler<Failure: Error>(_ failure: (@Sendable (Failure) -> Event)?) -> Handler? {
        guard let failure else { return nil }
        return { error in (error as? Failure).map { failure($0) } }
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an operation that ends with a given event when its function returns.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; without one it is private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - success: The event that follows when the function has returned.
    ///   - failure: Turns an error into an event. Without it, an error is a failure of the machine unless ``catch(_:)``
    ///     handles it.
    @inlinable public init<Failure: Error>(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) {
        self.init(id: id, replacing: replacement, operation, success: { success }, failure: failure)
    }
}
