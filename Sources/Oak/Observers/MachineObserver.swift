/// An observer of one machine, with concrete types; see ``TransducerObserver/each(_:_:)``.
///
/// The run of any machine accepts it; occurrences of other types are ignored.
public struct MachineObserver<Machine: BaseTransducer>: TransducerObserver {
    @usableFromInline let body: (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void

    /// Creates an observer that calls a function.
    ///
    /// - Parameters:
    ///   - machine: The machine to observe.
    ///   - body: Called on the system actor with everything that happens in a run of the machine.
    package init(
        of machine: Machine.Type, _ body: @escaping (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void
    ) {
        self.body = body
    }

    @_documentation(visibility: internal) @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        // A specialised run loop has both types, which removes the cast.
        if let occurrence = occurrence as? Occurrence<Machine.State, Machine.Event, Machine.Output> { body(occurrence) }
    }
}

extension TransducerObserver {
    /// Creates an observer that calls a function with everything that happens in a run of one machine.
    ///
    /// ```swift
    /// try await Counter.run(
    ///     initialState: Counter.State(),
    ///     observer: .each(Counter.self) { occurrence in
    ///         if case .transition(let old, let event, let new) = occurrence { print(old.count, event, new.count) }
    ///     })
    /// ```
    ///
    /// - Parameters:
    ///   - machine: The machine to observe.
    ///   - body: Called on the system actor, between the steps that it receives.
    /// - Returns: An observer for a run of that machine.
    public static func each<Machine: BaseTransducer>(
        _ machine: Machine.Type,
        _ body: @escaping (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void
    ) -> MachineObserver<Machine> where Self == MachineObserver<Machine> {
        MachineObserver(of: machine, body)
    }
}
