public import Oak
import OakGraph

/// Makes one transition.
func transition<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, on event: T.Event
) -> (state: T.State, effect: EffectDescription<T.Event>?, output: T.Output, mistake: TransducerError?) {
    var state = state
    let (effect, output, mistake) = T.auditedStep(&state, event: event)
    return (state, effect.map { EffectDescription($0) }, output, mistake)
}

/// The expected result of one transition.
struct Expectation<T: ExecutableTransducer> {
    /// Describes what is wrong with a state or an output; `nil` if it is as expected.
    typealias Objection<Value> = (Value) -> String?

    let state: Objection<T.State>
    let effect: EffectDescription<T.Event>?
    var output: Objection<T.Output> = { _ in nil }

    /// Makes a transition, and reports all mismatches in one issue.
    ///
    /// - Returns: The state after the transition.
    @discardableResult
    func check(from before: T.State, on event: T.Event, at site: CallSite) -> T.State {
        let result = transition(of: T.self, from: before, on: event)
        let objections = [
            state(result.state).map { "The state \($0)" }, objection(to: result.effect),
            output(result.output).map { "The output \($0)" }, result.mistake.map { "\($0)" },
        ]
        let text = objections.compactMap(\.self).joined(separator: "\n\n")
        if !text.isEmpty {
            let (before, event) = (sourceText(of: before), sourceText(of: event))
            report("\(T.self): the transition from \(before) on \(event) is not as expected.\n\n\(text)", at: site)
        }
        return result.state
    }

    private func objection(to actual: EffectDescription<T.Event>?) -> String? {
        if let effect, let actual, effect.matches(actual) { return nil }
        guard effect != nil || actual != nil else { return nil }
        return """
            The effect differs:
            − \(effect?.description ?? "none")
            + \(actual?.description ?? "none")

            (Expected: −, Actual: +)
            """
    }
}

/// Objects to every value but this one.
func onlyEqual<Value: Equatable>(to expected: Value) -> (Value) -> String? {
    { actual in actual == expected ? nil : "differs:\n\(difference(from: expected, to: actual))" }
}

/// Objects to every value that does not satisfy a condition.
func onlySatisfying<Value>(_ condition: @escaping (Value) -> Bool) -> (Value) -> String? {
    { actual in condition(actual) ? nil : "does not satisfy the condition:\n+ \(sourceText(of: actual))" }
}

/// Expects one event to lead from one state to another, with one effect.
///
/// ```swift
/// import OakTesting
///
/// enum SignIn: EffectTransducer {
///     enum State { case signedOut, signingIn, signedIn }
///     enum Event { case signInRequested, succeeded }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.signedOut, .signInRequested):
///             state = .signingIn
///             return Effect(id: "sign-in") { _, input in try input.send(.succeeded) }
///         case (.signingIn, .succeeded):
///             state = .signedIn
///             return nil
///         case (.signingIn, .signInRequested), (.signedOut, .succeeded), (.signedIn, _):
///             return nil
///         }
///     }
/// }
///
/// expectTransition(
///     of: SignIn.self, from: .signedOut, on: .signInRequested, to: .signingIn, effect: .operation(id: "sign-in"))
/// expectTransition(of: SignIn.self, from: .signingIn, on: .succeeded, to: .signedIn)
/// ```
///
/// Nothing runs: the effect is inspected, its functions are not called, and its action events are not processed.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The state before the event.
///   - event: The event.
///   - expected: The state after the event.
///   - effect: The effect of the transition; `nil` expects none.
public func expectTransition<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, on event: T.Event, to expected: T.State,
    effect: EffectDescription<T.Event>? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) where T.State: Equatable {
    Expectation<T>(state: onlyEqual(to: expected), effect: effect).check(
        from: state, on: event, at: CallSite(fileID, filePath, line, column))
}

/// Expects one event to lead from one state to another, with one effect and one output.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The state before the event.
///   - event: The event.
///   - expected: The state after the event.
///   - effect: The effect of the transition; `nil` expects none.
///   - output: The output of the transition.
public func expectTransition<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, on event: T.Event, to expected: T.State,
    effect: EffectDescription<T.Event>? = nil, output: T.Output, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Equatable, T.Output: Equatable {
    Expectation<T>(state: onlyEqual(to: expected), effect: effect, output: onlyEqual(to: output)).check(
        from: state, on: event, at: CallSite(fileID, filePath, line, column))
}

/// Expects one event to lead to a state and an output that satisfy conditions.
///
/// Use it for states and outputs that are not `Equatable`, or when only a part of them matters.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The state before the event.
///   - event: The event.
///   - isExpected: Returns whether the state after the event is right.
///   - effect: The effect of the transition; `nil` expects none.
///   - isExpectedOutput: Returns whether the output is right; the default accepts every output.
public func expectTransition<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, on event: T.Event, to isExpected: @escaping (T.State) -> Bool,
    effect: EffectDescription<T.Event>? = nil, output isExpectedOutput: @escaping (T.Output) -> Bool = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Expectation<T>(state: onlySatisfying(isExpected), effect: effect, output: onlySatisfying(isExpectedOutput)).check(
        from: state, on: event, at: CallSite(fileID, filePath, line, column))
}

/// Expects a chain of transitions, the first one from a given state.
///
/// ```swift
/// import OakTesting
///
/// enum Door: Transducer {
///     enum State { case closed, open, locked }
///     enum Event { case push, turnKey }
///
///     static func update(_ state: inout State, event: Event) {
///         switch (state, event) {
///         case (.closed, .push): state = .open
///         case (.closed, .turnKey): state = .locked
///         case (.locked, .turnKey), (.open, .push): state = .closed
///         case (.locked, .push), (.open, .turnKey): break
///         }
///     }
/// }
///
/// expectTransitions(of: Door.self, from: .open)
///     .on(.push, to: .closed)
///     .on(.turnKey, to: .locked)
///     .on(.push, to: .locked)
/// ```
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The first state.
public func expectTransitions<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State
) -> ExpectedTransitions<T> {
    ExpectedTransitions(state: state)
}

/// A chain of expected transitions; see ``expectTransitions(of:from:)``.
///
/// Each event is one transition. Action events of an effect are not processed: write them as the events that follow.
/// Each failure is reported at its own event; the next transition begins in the state that was expected.
public struct ExpectedTransitions<T: ExecutableTransducer> {
    /// The state after the events so far.
    package let state: T.State

    /// Expects the state and the effect of the next transition.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - expected: The state after the event.
    ///   - effect: The effect of the transition; `nil` expects none.
    /// - Returns: The chain, continued from the expected state.
    @discardableResult
    public func on(
        _ event: T.Event, to expected: T.State, effect: EffectDescription<T.Event>? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> ExpectedTransitions where T.State: Equatable {
        take(
            event, expecting: Expectation(state: onlyEqual(to: expected), effect: effect),
            at: CallSite(fileID, filePath, line, column))
        return ExpectedTransitions(state: expected)
    }

    /// Expects the state, the effect and the output of the next transition.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - expected: The state after the event.
    ///   - effect: The effect of the transition; `nil` expects none.
    ///   - output: The output of the transition.
    /// - Returns: The chain, continued from the expected state.
    @discardableResult
    public func on(
        _ event: T.Event, to expected: T.State, effect: EffectDescription<T.Event>? = nil, output: T.Output,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> ExpectedTransitions where T.State: Equatable, T.Output: Equatable {
        take(
            event,
            expecting: Expectation(state: onlyEqual(to: expected), effect: effect, output: onlyEqual(to: output)),
            at: CallSite(fileID, filePath, line, column))
        return ExpectedTransitions(state: expected)
    }

    /// Expects the state and the output of the next transition to satisfy conditions.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isExpected: Returns whether the state after the event is right.
    ///   - effect: The effect of the transition; `nil` expects none.
    ///   - isExpectedOutput: Returns whether the output is right; the default accepts every output.
    /// - Returns: The chain, continued from the actual state.
    @discardableResult
    public func on(
        _ event: T.Event, to isExpected: @escaping (T.State) -> Bool, effect: EffectDescription<T.Event>? = nil,
        output isExpectedOutput: @escaping (T.Output) -> Bool = { _ in true }, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> ExpectedTransitions {
        let expectation = Expectation<T>(
            state: onlySatisfying(isExpected), effect: effect, output: onlySatisfying(isExpectedOutput))
        let site = CallSite(fileID, filePath, line, column)
        return ExpectedTransitions(state: take(event, expecting: expectation, at: site))
    }

    @discardableResult
    private func take(_ event: T.Event, expecting expectation: Expectation<T>, at site: CallSite) -> T.State {
        guard !T.isTerminal(state) else {
            report(
                """
                \(T.self) has ended in \(sourceText(of: state)): no event is processed any more, not even \
                \(sourceText(of: event)). Use expectTransition(of:from:on:to:) to test `update` on its own.
                """, at: site)
            return state
        }
        return expectation.check(from: state, on: event, at: site)
    }
}
