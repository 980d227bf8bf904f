import Oak

/// An observer of a ``Script`` that calls a function.
typealias ScriptObserver = MachineObserver<Script>

extension MachineObserver<Script> {
    init(_ function: @escaping (Occurrence<Script.State, Script.Event, [String]>) -> Void) {
        self.init(of: Script.self, function)
    }
}
