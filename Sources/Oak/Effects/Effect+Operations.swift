extension TransducerEffect where Env: Sendable {
    /// Creates an operation from a function that runs beside the machine.
    ///
    /// The function runs in a task of its own and sends any number of events through its input. ``cancelTask(_:)``,
    /// another operation with the same identity, or the end of the machine cancels it: its task is cancelled, and
    /// nothing that it has sent or will send is processed any more. The run does not end before the function has
    /// returned.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, any `Hashable` and `Sendable` value; without one it is private to
    ///     this effect. A live operation with the same identity is cancelled first.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine, on the function's own global actor if it
    ///     names one. An error it throws ends the run, unless the operation was cancelled or ``catch(_:)`` handles the
    ///     error.
    @inlinable public init(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void
    ) {
        self.init(.ownIsolation(operation), id: id, replacing: replacement)
    }
}

extension TransducerEffect {
    /// Creates an operation on the system actor from a function that runs beside the machine.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, any `Hashable` and `Sendable` value; without one it is private to
    ///     this effect. A live operation with the same identity is cancelled first.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - isolatedOperation: Called with the environment, an input of the machine, and the actor that the machine is
    ///     isolated to. An error it throws ends the run, unless the operation was cancelled or ``catch(_:)`` handles
    ///     the error.
    @inlinable public init(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void
    ) {
        self.init(.systemActor(isolatedOperation), id: id, replacing: replacement)
    }
}

/// When to begin an operation that replaces another with the same identity.
public enum EffectReplacement: Hashable, Sendable {
    /// At once: the earlier operation is cancelled but may take a while to return.
    case atOnce

    /// When everything with the same identity has returned, so that two never run at the same time.
    ///
    /// Until then the operation counts as live: it can be cancelled or replaced, and then never begins.
    case afterReturn
}

// MARK: - Answers

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
            Work.Traits(
                id: EffectID.naming(id), replacement: replacement, mayFail: Failure.self != Never.self,
                handler: Self.handler(failure)))
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
            Work.Traits(
                id: EffectID(id), replacement: replacement, mayFail: Failure.self != Never.self,
                handler: Self.handler(failure)))
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

// MARK: - Delays

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable {
    /// Creates an operation that begins after a delay.
    ///
    /// The operation counts as live during the delay: it can already be cancelled by its identity, or replaced.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin, delay included, if an effect with the same identity is live; at once by default.
    ///   - operation: Called after the delay with the environment and an input of the machine.
    ///   - duration: How long to wait, in the clock's unit. Durations above a century count as a century; zero or less
    ///     does not wait.
    ///   - tolerance: How much longer the wait may take; `nil` leaves that to the clock.
    ///   - clock: The clock that measures the delay.
    public init<C: Clock>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        after duration: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) {
        self.init(
            .operation(.ownIsolation(operation)),
            Work.Traits(
                id: id.map { EffectID($0) }, startDelay: StartDelay(for: duration, tolerance: tolerance, clock: clock),
                replacement: replacement))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect {
    /// How long an operation waits before it begins; `nil` without a wait, or if the clock has its own type of
    /// duration.
    public var delay: Duration? {
        guard case .work(let work) = content else { return nil }
        return work.startDelay?.duration as? Duration
    }
}

// Never callable: the declaration below exists for its diagnostic, as other effects with a delay take key paths.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect {
    @available(*, unavailable, message: "pass a clock, such as 'ContinuousClock()': this one is part of the effect")
    public init(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        after duration: Duration,
        tolerance: Duration? = nil,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>
    ) {
        while true {}
    }
}

// MARK: - Errors

extension TransducerEffect {
    /// Returns the same effect with its errors turned into events.
    ///
    /// Without `catch`, an error that an effect throws ends the run. With it, the machine handles the error as an
    /// event:
    ///
    /// ```swift
    /// enum Upload: EffectTransducer {
    ///     enum State: NonTerminal { case idle, sending, failed(String) }
    ///     enum Event: Sendable { case start, sent, failed(String) }
    ///     struct Env: Sendable { var send: @Sendable () async throws -> Void }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .start:
    ///             state = .sending
    ///             return Effect(id: "upload") { env, input in
    ///                 try await env.send()
    ///                 try input.send(.sent)
    ///             }
    ///             .catch { error in .failed("\(error)") }
    ///         case .sent: state = .idle
    ///         case .failed(let reason): state = .failed(reason)
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// The event of an operation is processed after everything that the operation sent; that of an action is an action
    /// event. Around a composition, the first error cancels the rest of it. The innermost `catch` applies. Each effect
    /// of a list made by `all(_:)` is handled separately. Errors of cancelled operations produce no event.
    ///
    /// - Parameter handler: Turns the error into an event.
    /// - Returns: An effect whose errors do not end the run.
    public func `catch`(_ handler: @escaping @Sendable (any Error) -> Event) -> Self { catching(handler) }

    /// - Parameter handler: Turns the error into an event; returns `nil` when nothing is left to receive it.
    @usableFromInline func catching(_ handler: @escaping Handler) -> Self {
        folded(
            isBranch: { if case .list = $0.form { true } else { false } },
            leaf: { effect in
                guard case .work(let work) = effect.content, work.traits.handler == nil else { return effect }
                var traits = work.traits
                traits.handler = handler
                return Self(work.form, traits)
            },
            branch: { work, parts in work.with(parts) }) ?? self
    }
}
