public import Oak

extension Trace where State: Equatable, Output: Equatable {
    /// Lets a machine process the recorded events again, and compares its reactions with the recorded ones.
    ///
    /// The comparison covers states, outputs, the kind and the identity of each effect, and the action events of an
    /// effect. Effects do not run: the events that they sent are in the trace.
    ///
    /// - Parameter transducer: The machine.
    /// - Returns: The first divergence, or `nil` if there is none.
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public func replay<T: ExecutableTransducer>(on transducer: T.Type) -> Divergence?
    where T.State == State, T.Event == Event, T.Output == Output {
        var replay = Replay<T, State, Event, Output>(
            of: T.self, initialState: { $0 }, event: { $0 }, state: { $0 }, output: { $0 })
        // None of these functions throws.
        return try? replay.run(self)
    }

    /// Lets a machine without outputs process the recorded events again, and compares its reactions with the recorded
    /// ones.
    ///
    /// The comparison covers states, the kind and the identity of each effect, and the action events of an effect.
    /// Effects do not run: the events that they sent are in the trace.
    ///
    /// - Parameter transducer: The machine.
    /// - Returns: The first divergence, or `nil` if there is none.
    public func replay<T: ExecutableTransducer>(on transducer: T.Type) -> Divergence?
    where T.State == State, T.Event == Event, T.Output == Void, Output == NoOutput {
        var replay = Replay<T, State, Event, Output>(
            of: T.self, initialState: { $0 }, event: { $0 }, state: { $0 }, output: { nil })
        return try? replay.run(self)
    }

    /// Replays a trace that contains descriptions in place of states and events.
    ///
    /// - Parameters:
    ///   - transducer: The machine.
    ///   - initialState: The initial state.
    ///   - event: Restores an event from its description in the trace.
    ///   - state: Describes a state for the comparison: the function that was given to the recorder.
    ///   - output: Describes an output for the comparison; not called if it is `Void`.
    /// - Returns: The first divergence, or `nil` if there is none.
    /// - Throws: Any error that `event` throws.
    public func replay<T: ExecutableTransducer>(
        on transducer: T.Type, from initialState: T.State, event: (Event) throws -> T.Event,
        state: (T.State) -> State, output: (T.Output) -> Output
    ) rethrows -> Divergence? {
        try withoutActuallyEscaping(event) { event in
            try withoutActuallyEscaping(state) { state in
                try withoutActuallyEscaping(output) { output in
                    var replay = Replay<T, State, Event, Output>(
                        of: T.self, initialState: { _ in initialState }, event: event, state: state, output: output)
                    return try replay.run(self)
                }
            }
        }
    }
}
