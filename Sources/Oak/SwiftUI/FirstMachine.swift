#if canImport(SwiftUI)
    /// The place of the one machine that a view creates.
    ///
    /// SwiftUI evaluates the initial value of a `@State` for each value of the view and keeps the first one. An empty
    /// place costs nothing, where a machine would be created in vain.
    @MainActor
    final class FirstMachine<Machine: ExecutableTransducer> {
        private var machine: ViewMachine<Machine>?

        nonisolated init() {}

        /// The machine, created by the first call.
        func machine(_ make: () -> ViewMachine<Machine>) -> ViewMachine<Machine> {
            if let machine { return machine }
            let machine = make()
            self.machine = machine
            return machine
        }
    }
#endif
