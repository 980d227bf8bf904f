/// An observer of one machine, whose types are known: see ``TransducerObserver/each(_:_:)``.
///
/// It can be given to the run of any machine; what happens in one of other types is passed over.
public struct MachineObserver<Machine: BaseTransducer>: TransducerObserver {
    @usableFromInline let body: (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void

    /// Creates an observer that calls a function.
    ///
    /// - Parameters:
    ///   - machine: The machine to be observed.
    ///   - body: Called with everything that happens in a run of the machine, on its system actor.
    @inlinable
    public init(
        of machine: Machine.Type, _ body: @escaping (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void
    ) {
        self.body = body
    }

    @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        // Both types are known where the run loop is specialised, so nothing is left of the cast.
        if let occurrence = occurrence as? Occurrence<Machine.State, Machine.Event, Machine.Output> { body(occurrence) }
    }
}

extension TransducerObserver {
    /// Calls a function with everything that happens in a run of one machine.
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
    ///   - machine: The machine to be observed.
    ///   - body: Called on the system actor, between the steps that it is told of.
    /// - Returns: An observer for a run of that machine.
    @inlinable
    public static func each<Machine: BaseTransducer>(
        _ machine: Machine.Type,
        _ body: @escaping (Occurrence<Machine.State, Machine.Event, Machine.Output>) -> Void
    ) -> MachineObserver<Machine> where Self == MachineObserver<Machine> {
        MachineObserver(of: machine, body)
    }
}
