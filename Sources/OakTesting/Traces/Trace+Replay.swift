public import Oak

extension Trace where State: Equatable, Output: Equatable {
    /// Lets a machine process the recorded events again, and compares what it does with what was recorded.
    ///
    /// States, outputs, the kind and the identity of each effect, and the action events that an effect names are compared.
    /// Effects are not carried out: what they led to was recorded as events.
    ///
    /// - Parameter transducer: The machine.
    /// - Returns: The first thing that is different, or `nil` if there is none.
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public func replay<T: ExecutableTransducer>(on transducer: T.Type) -> Divergence?
    where T.State == State, T.Event == Event, T.Output == Output {
        var replay = Replay<T, State, Event, Output>(
            of: T.self, initialState: { $0 }, event: { $0 }, state: { $0 }, output: { $0 })
        // Nothing in it throws.
        return try? replay.run(self)
    }

    /// Lets a machine without outputs process the recorded events again, and compares what it does with what was recorded.
    ///
    /// Everything else is as for a machine with outputs.
    ///
    /// - Parameter transducer: The machine.
    /// - Returns: The first thing that is different, or `nil` if there is none.
    public func replay<T: ExecutableTransducer>(on transducer: T.Type) -> Divergence?
    where T.State == State, T.Event == Event, T.Output == Void, Output == NoOutput {
        var replay = Replay<T, State, Event, Output>(
            of: T.self, initialState: { $0 }, event: { $0 }, state: { $0 }, output: { nil })
        return try? replay.run(self)
    }

    /// Replays a trace that does not contain states and events themselves.
    ///
    /// - Parameters:
    ///   - transducer: The machine.
    ///   - initialState: The state to begin in.
    ///   - event: Makes an event out of what the trace contains for it.
    ///   - state: What the trace contains for a state: the function that the recorder was given.
    ///   - output: What the trace contains for an output; not called if it is `Void`.
    /// - Returns: The first thing that is different, or `nil` if there is none.
    /// - Throws: What `event` throws.
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
