/// A state machine whose transitions can ask for work to be done.
///
/// `update` stays a pure function. It describes the work as an effect, a value, which the run loop
/// carries out; events that result from it come back through `update`.
///
/// ```swift
/// enum Download: EffectTransducer {
///     enum State { case idle, loading, done(Int) }
///     enum Event { case start, finished(Int) }
///     struct Env: Sendable { var fetch: @Sendable () async -> Int }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.idle, .start):
///             state = .loading
///             return Effect(id: "fetch", { env in await env.fetch() }, success: Event.finished)
///         case (.loading, .finished(let size)):
///             state = .done(size)
///             return nil
///         case (.loading, .start), (.done, _), (.idle, .finished):
///             return nil
///         }
///     }
/// }
/// ```
///
/// Return `Effect?` when the machine has no output, or `(Effect?, Output)` when it has; then also declare
/// `typealias Output = …` or a type of that name.
public protocol EffectTransducer<Event>: ExecutableTransducer
where Effect == TransducerEffect<Event, Env, Proxy.Input> {
    /// What `update` returns: `Effect?`, or `(Effect?, Output)`.
    associatedtype TransitionResult

    /// Moves the machine from one state to the next and names the work to be done.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The effect to carry out, if any; with the output of the transition, if there is one.
    static func update(_ state: inout State, event: Event) -> TransitionResult
}

extension EffectTransducer where TransitionResult == Effect?, Output == Void {
    @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        (update(&state, event: event), ())
    }
}

extension EffectTransducer where TransitionResult == (Effect?, Output) {
    @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        update(&state, event: event)
    }
}

// Neither of those below can be called: they are there for what the compiler says when none of those above fits.

extension EffectTransducer {
    @available(
        *, unavailable,
        message: """
            declare 'static func update(_ state: inout State, event: Event)' with '-> Effect?', \
            or with '-> (Effect?, Output)' and 'typealias Output = …'
            """
    )
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        while true {}
    }
}

extension EffectTransducer where TransitionResult == Effect {
    @available(*, unavailable, message: "let 'update' return 'Effect?', with a question mark, instead of 'Effect'")
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        while true {}
    }
}

extension EffectTransducer where TransitionResult == Effect? {
    @available(*, unavailable, message: "let 'update' return '(Effect?, Output)', or remove 'Output' from the machine")
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        while true {}
    }
}
