public import Oak

/// Begins a scenario: a state, and events that lead on from it one by one.
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
/// given(Door.self, .open)
///     .when(.push, then: .closed)
///     .when(.turnKey, then: .locked)
///     .when(.push, then: .locked)
/// ```
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The first state.
public func given<T: ExecutableTransducer>(_ machine: T.Type, _ state: T.State) -> Scenario<T> {
    Scenario(state: state)
}

/// A state, and events that lead on from it one by one; see ``given(_:_:)``.
///
/// Each event is one transition. Action events that an effect names are not processed: write them as the events that follow.
/// Each failure is reported at its own event, and the scenario goes on from the state that was expected.
public struct Scenario<T: ExecutableTransducer> {
    /// The state that the events so far have led to.
    public let state: T.State
}

extension Scenario {
    /// An event, the state that it is expected to lead to, and the effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - expected: The state after the event.
    ///   - effect: The effect of the transition; `nil` expects that there is none.
    /// - Returns: The scenario that goes on from the expected state.
    @discardableResult
    public func when(
        _ event: T.Event, then expected: T.State, effect: EffectDescription<T.Event>? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Scenario where T.State: Equatable {
        take(
            event, expecting: Expectation(state: onlyEqual(to: expected, "state"), effect: effect),
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return Scenario(state: expected)
    }

    /// An event, the state that it is expected to lead to, the effect, and the output.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - expected: The state after the event.
    ///   - effect: The effect of the transition; `nil` expects that there is none.
    ///   - output: The output of the transition.
    /// - Returns: The scenario that goes on from the expected state.
    @discardableResult
    public func when(
        _ event: T.Event, then expected: T.State, effect: EffectDescription<T.Event>? = nil, output: T.Output,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Scenario where T.State: Equatable, T.Output: Equatable {
        let expectation = Expectation<T>(
            state: onlyEqual(to: expected, "state"), effect: effect, output: onlyEqual(to: output, "output"))
        take(
            event, expecting: expectation,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return Scenario(state: expected)
    }

    /// An event, and conditions that the state it leads to and the output are expected to satisfy.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isExpected: Tells whether the state after the event is right.
    ///   - effect: The effect of the transition; `nil` expects that there is none.
    ///   - isExpectedOutput: Tells whether the output is right; all are unless this is given.
    /// - Returns: The scenario that goes on from the state that the transition led to.
    @discardableResult
    public func when(
        _ event: T.Event, then isExpected: @escaping (T.State) -> Bool, effect: EffectDescription<T.Event>? = nil,
        output isExpectedOutput: @escaping (T.Output) -> Bool = { _ in true }, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Scenario {
        let expectation = Expectation<T>(
            state: onlySatisfying(isExpected, "state"), effect: effect,
            output: onlySatisfying(isExpectedOutput, "output"))
        let after = take(
            event, expecting: expectation,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return Scenario(state: after)
    }

    @discardableResult
    private func take(_ event: T.Event, expecting expectation: Expectation<T>, at site: CallSite) -> T.State {
        guard !T.isTerminal(state) else {
            report(
                "\(T.self) has ended in \(sourceText(of: state)): no event is processed any more, not even "
                    + "\(sourceText(of: event)). Use expect(_:from:on:to:) to test `update` on its own.", at: site)
            return state
        }
        let transition = Transition<T>(from: state, on: event)
        expectation.check(transition, at: site)
        return transition.after
    }
}
