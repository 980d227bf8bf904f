public import Oak

/// Runs a machine along a diagram of events over time, and expects its outputs to match another diagram.
///
/// ```swift
/// @Test func countsAndEnds() async {
///     await expectMarbles(
///         of: Counter.self, initialState: .init(),
///         events: " i-i--f", ["i": .increment, "f": .finish],
///         outputs: "1-2--(2|)", ["1": 1, "2": 2])
/// }
/// ```
///
/// Each character is a frame of time:
///
/// | Character | In events | In outputs |
/// |---|---|---|
/// | `-` | nothing happens | nothing happens |
/// | letter or digit | its event is sent | its output is made |
/// | `(ab)` | several of them in one frame, in this order | the same |
/// | `;` | the machine is cancelled | |
/// | `\|` | | the run ends in a terminal state |
/// | `^` or `#` | | the run fails |
/// | space | ignored: use it to align | the same |
///
/// A frame begins with everything that is due at its beginning. Then its events are sent, and after each of them
/// everything happens that can happen. The clock then goes on to the next frame; anything due on the way belongs to
/// this frame. The outputs `()`, `nil` and `[]` are ignored.
///
/// As many frames are played as the longer diagram has; a machine that has not ended by then is cancelled. All work of
/// the machine has to stay on its executor, as with ``TransducerTester``.
///
/// - Parameters:
///   - type: The transducer.
///   - initialState: The initial state.
///   - env: The environment of its effects.
///   - clock: The clock of the environment; it has to advance on request.
///   - frame: The length of a frame on the clock.
///   - events: The diagram of events.
///   - eventValues: The event behind each letter.
///   - outputs: The diagram of expected outputs.
///   - outputValues: The output behind each letter; compared by its dump if it is not `Equatable`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func expectMarbles<T: ExecutableTransducer>(
    of type: T.Type = T.self, initialState: sending T.State, env: sending T.Env, clock: TestClock,
    frame: Duration = .seconds(1),
    events: String, _ eventValues: [Character: T.Event],
    outputs: String, _ outputValues: [Character: T.Output],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where T.Event: Sendable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let script: [[(mark: MarbleDiagram.Mark, value: T.Event?)]]
    let expected: [[(mark: MarbleDiagram.Mark, value: T.Output?)]]
    do {
        script = try MarbleDiagram(events, of: .events).frames(with: eventValues, of: .events, in: events)
        expected = try MarbleDiagram(outputs, of: .outputs).frames(with: outputValues, of: .outputs, in: outputs)
    } catch {
        return report("\(error)", at: site)
    }
    guard frame > .zero else {
        return report("A frame takes time: its duration has to be above zero, not \(frame).", at: site)
    }
    guard clock.mode == .onRequest else {
        return report(
            "The time of the clock passes by itself. Use one that advances on request: `TestClock()`.", at: site)
    }

    let tester = TransducerTester(
        of: type, initialState: initialState, env: env, exhaustivity: .off,
        fileID: fileID, filePath: filePath, line: line, column: column)
    var player = MarblePlayer(
        tester, clock: clock, frame: frame, count: max(script.count, expected.count), site: site)
    await player.play(script)

    let comparison = MarbleComparison<T>(
        script: script, expected: expected, actual: player.notes, eventValues: eventValues, outputValues: outputValues)
    if let difference = comparison.firstDifference {
        report(comparison.message(for: difference, at: frame * difference), at: site)
    }
}

/// Runs a machine without an environment along a diagram of events, and expects its outputs to match another diagram.
///
/// The diagrams are read and played as by
/// ``expectMarbles(of:initialState:env:clock:frame:events:_:outputs:_:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - type: The transducer.
///   - initialState: The initial state.
///   - events: The diagram of events.
///   - eventValues: The event behind each letter.
///   - outputs: The diagram of expected outputs.
///   - outputValues: The output behind each letter; compared by its dump if it is not `Equatable`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func expectMarbles<T: ExecutableTransducer>(
    of type: T.Type = T.self, initialState: sending T.State,
    events: String, _ eventValues: [Character: T.Event],
    outputs: String, _ outputValues: [Character: T.Output],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async where T.Event: Sendable, T.Env == Void {
    await expectMarbles(
        of: type, initialState: initialState, env: (), clock: TestClock(), events: events, eventValues,
        outputs: outputs,
        outputValues,
        fileID: fileID, filePath: filePath, line: line, column: column)
}
