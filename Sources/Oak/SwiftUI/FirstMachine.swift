#if canImport(SwiftUI)
    /// The machine that a view has made first, and goes on with.
    ///
    /// A `@State` is given a value with each new value of the view and keeps the first one. This is nothing but a
    /// place, so that no machine is made in vain.
    @MainActor
    final class FirstMachine<Machine: ExecutableTransducer> {
        private var machine: ViewMachine<Machine>?

        nonisolated init() {}

        /// The machine; made when it is asked for the first time.
        func machine(_ make: () -> ViewMachine<Machine>) -> ViewMachine<Machine> {
            if let machine { return machine }
            let machine = make()
            self.machine = machine
            return machine
        }
    }
#endif
