#if canImport(SwiftUI)
    public import SwiftUI

    extension TransducerView {
        /// Creates a view of a machine with its state in a binding.
        ///
        /// The binding is the storage of the machine: a value that other code writes there is the state at the next
        /// event, and decides about activities when the content is evaluated. The machine and the content read the
        /// binding, but this initializer does not, so a change of the state does not evaluate the view that passes the
        /// binding.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: A binding to the state, for example of a `@State`; its value is the first state.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run, also after the view is removed.
        ///     Without it, and without an observer, an error that ends the run is logged.
        ///   - content: A view builder that shows a state and sends events through the input.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, env, output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine.
        ///
        /// - Parameters:
        ///   - type: The machine.
        ///   - initialState: The state in which the machine begins.
        ///   - proxy: The proxy of the run; `nil` creates one with 1,024 places for events.
        ///   - env: The dependencies of the effects.
        ///   - output: The receiver of the outputs; `nil` ignores them.
        ///   - observer: The receiver of everything that happens in the run.
        ///   - settings: The limits of the run.
        ///   - completion: A function that is called once, with the result of the run, also after the view is removed.
        ///     Without it, and without an observer, an error that ends the run is logged.
        ///   - content: A view builder that shows a state and sends events through the input.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, env, output, observer, settings, completion), content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine with its state in a binding and no environment.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, (), output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine without an environment.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (Machine.State, Machine.Input) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, (), output, observer, settings, completion), content)
        }
    }

    // The content of the initializers below takes a reference.

    extension TransducerView {
        /// Creates a view of a machine with its state in a binding, whose content gets a reference to the machine.
        ///
        /// The other parameters are those of the initializer whose content gets the state.
        ///
        /// - Parameter content: A view builder that shows the state of the machine, sends events and makes bindings.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil, @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, env, output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine, and whose content gets a reference to the machine.
        ///
        /// The other parameters are those of the initializer whose content gets the state.
        ///
        /// - Parameter content: A view builder that shows the state of the machine, sends events and makes bindings.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            env: Machine.Env, output: (any Subject<Machine.Output>)? = nil,
            observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
            completion: Completion? = nil, @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, env, output, observer, settings, completion), content)
        }
    }

    extension TransducerView where Machine.Env == Void {
        /// Creates a view of a machine without an environment, with its state in a binding, whose content gets a
        /// reference to the machine.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Binding<Machine.State>, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.binding(initialState), proxy, (), output, observer, settings, completion), content)
        }

        /// Creates a view that owns the state of a machine without an environment, and whose content gets a reference
        /// to the machine.
        ///
        /// The parameters are those of the initializer with `env`.
        public init(
            of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
            output: (any Subject<Machine.Output>)? = nil, observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(), completion: Completion? = nil,
            @ViewBuilder content: @escaping (MachineReference<Machine>) -> Content
        ) {
            self.init(ViewOrder(.value(initialState), proxy, (), output, observer, settings, completion), content)
        }
    }
#endif
