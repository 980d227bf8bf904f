public import Oak
import OakGraph

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
