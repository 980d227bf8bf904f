package import Oak

/// An observer of a ``Script`` that calls a function.
package typealias ScriptObserver = MachineObserver<Script>

extension MachineObserver<Script> {
    package init(_ function: @escaping (Occurrence<Script.State, Script.Event, [String]>) -> Void) {
        self.init(of: Script.self, function)
    }
}
