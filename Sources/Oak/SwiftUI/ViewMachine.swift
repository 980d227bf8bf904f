#if canImport(SwiftUI)
    import SwiftUI

    /// A machine whose run ends with the lifetime of a view.
    ///
    /// The run refers to the state, not to this object, so the machine lives as long as the `@State` that holds it:
    /// through any number of evaluations, and while another view covers the view.
    @MainActor
    final class ViewMachine<Machine: ExecutableTransducer> {
        /// The place of the state.
        enum Place {
            case here(KeptState<Machine.State>)
            case elsewhere(Binding<Machine.State>)
        }

        let place: Place
        let proxy: Machine.Proxy
        private let run: OwnedRun

        private init(
            place: Place, storage: some Storage<Machine.State>, proxy: Machine.Proxy?, env: Machine.Env,
            output: (any Subject<Machine.Output>)?, completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            let proxy = proxy ?? Machine.Proxy()
            func start(_ output: some Subject<Machine.Output>) -> OwnedRun {
                HostRun(
                    of: Machine.self, storage: storage, proxy: proxy, env: env, output: output, observer: NoObserver(),
                    settings: RunSettings()
                ) { result in
                    completion?(result)
                }
                .start(on: MainActor.shared)
            }
            self.place = place
            self.proxy = proxy
            // Its task begins it: a view is being evaluated, and must not change a state meanwhile.
            run = if let output { start(output) } else { start(NoCallback<Machine.Output>()) }
        }

        /// The state; from now on, its changes increment a counter of the view.
        func state(countingIn changes: Binding<Int>) -> Machine.State {
            switch place {
            case .here(let state): state.value(countingIn: changes)
            case .elsewhere(let state): state.wrappedValue
            }
        }
    }

    extension ViewMachine {
        /// Creates a machine with a state of its own.
        convenience init(
            state: Machine.State, proxy: Machine.Proxy?, env: Machine.Env, output: (any Subject<Machine.Output>)?,
            completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            let kept = KeptState(state)
            self.init(
                place: .here(kept), storage: kept, proxy: proxy, env: env, output: output, completion: completion)
        }

        /// Creates a machine with its state in a binding.
        convenience init(
            state: Binding<Machine.State>, proxy: Machine.Proxy?, env: Machine.Env,
            output: (any Subject<Machine.Output>)?, completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            self.init(
                place: .elsewhere(state), storage: state, proxy: proxy, env: env, output: output,
                completion: completion)
        }
    }

    /// The place of the one machine that a view creates.
    ///
    /// SwiftUI evaluates the initial value of a `@State` for each value of the view and keeps the first result. An
    /// empty place costs nothing; a machine would be created in vain.
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

    /// The state of a machine that a view owns; it changes in place and informs the view.
    ///
    /// It is an object, because it outlives each value of the view. Machine and view both touch it on the main actor.
    final class KeptState<Value>: Storage {
        private var value: Value
        /// A `@State` of the view that changes with the value. On systems without Observation, only such a change makes
        /// SwiftUI evaluate the view.
        private var changes: Binding<Int>?

        init(_ value: Value) { self.value = value }

        /// The value; from now on, its changes increment a counter of the view.
        func value(countingIn changes: Binding<Int>) -> Value {
            self.changes = changes
            return value
        }

        var storedValue: Value {
            get { value }
            set {
                value = newValue
                changes?.wrappedValue &+= 1
            }
            _modify {
                yield &value
                changes?.wrappedValue &+= 1
            }
        }
    }
#endif
