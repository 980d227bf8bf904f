import Oak

/// An observer of puppets that hands everything to a function.
struct Watch: TransducerObserver {
    let function: (Occurrence<Puppet.State, Puppet.Event, [String]>) -> Void

    init(_ function: @escaping (Occurrence<Puppet.State, Puppet.Event, [String]>) -> Void) {
        self.function = function
    }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        if let occurrence = occurrence as? Occurrence<Puppet.State, Puppet.Event, [String]> { function(occurrence) }
    }
}
