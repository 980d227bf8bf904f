import Oak

/// An observer of puppets that hands everything to a function.
typealias Watch = MachineObserver<Puppet>

extension MachineObserver<Puppet> {
    init(_ function: @escaping (Occurrence<Puppet.State, Puppet.Event, [String]>) -> Void) {
        self.init(of: Puppet.self, function)
    }
}
