/// A state machine whose transitions can ask for work.
///
/// `update` stays a pure function: it describes work as an effect, which is a value. The run loop carries the effect
/// out, and the resulting events come back through `update`.
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
/// Return `Effect?` when the machine has no output. Return `(Effect?, Output)` when it has one, and declare
/// `typealias Output = …` or a type of that name.
public protocol EffectTransducer<Event>: ExecutableTransducer
where Effect == TransducerEffect<Event, Env, Proxy.Input> {
    /// Moves the machine to its next state and describes the work to do.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The effect to carry out, if any, and the output of the transition, if the machine has one.
    static func update(_ state: inout State, event: Event) -> TransitionResult
}

extension EffectTransducer where TransitionResult == Effect?, Output == Void {
    @_documentation(visibility: internal) @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        let effect = update(&state, event: event)
        guard let effect, effect.hasReplyAmongParts else { return (effect, ()) }
        return (effect.resolvingReplies(to: event, processed: false), ())
    }
}

extension EffectTransducer where TransitionResult == (Effect?, Output) {
    @_documentation(visibility: internal) @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        let (effect, output) = update(&state, event: event)
        guard let effect, effect.hasReplyAmongParts else { return (effect, output) }
        return (effect.resolvingReplies(to: event, processed: false), output)
    }
}

// Never callable: the declarations below exist for their diagnostics when none above fits.

/// The result of an `update` that is missing or does not fit.
public struct _NoTransition {}

@_documentation(visibility: internal) extension ExecutableTransducer {
    /// A machine that implements ``step(_:event:)`` needs no `update`.
    public static func update(_ state: inout State, event: Event) -> _NoTransition { _NoTransition() }
}

extension EffectTransducer {
    @available(
        *, unavailable,
        message: """
            declare 'static func update(_ state: inout State, event: Event) -> Effect?', \
            static and with neither 'throws' nor 'async'
            """
    )
    public static func update(_ state: inout State, event: Event) -> _NoTransition {
        while true {}
    }
}

@_documentation(visibility: internal) extension EffectTransducer where TransitionResult == _NoTransition {
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        while true {}
    }
}

extension EffectTransducer {
    @available(
        *, unavailable,
        message: "let 'update' return 'Effect?', or '(Effect?, Output)' with 'typealias Output = …'"
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
