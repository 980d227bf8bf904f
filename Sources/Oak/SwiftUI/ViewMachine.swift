#if canImport(SwiftUI)
    #if canImport(Combine)
        import Combine
    #endif
    import SwiftUI

    /// A machine of a view, which keeps it as a `@StateObject`: one for each identity of the view.
    ///
    /// The run refers to the state, not to this object, so that the run ends when SwiftUI releases the object.
    final class ViewMachine<Machine: ExecutableTransducer>: ObservableObject {
        /// The place of the state.
        enum Place {
            case here(KeptState<Machine.State>)
            case elsewhere(Binding<Machine.State>)
        }

        /// Makes SwiftUI evaluate the view when a state changes that the view owns.
        let objectWillChange: ObservableObjectPublisher

        let place: Place
        let proxy: Machine.Proxy
        private let run: OwnedRun

        @MainActor
        private init(
            place: Place, publisher: ObservableObjectPublisher, storage: some Storage<Machine.State>,
            proxy: Machine.Proxy?, env: Machine.Env,
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
            objectWillChange = publisher
            self.place = place
            self.proxy = proxy
            // Its task begins it: a view is being evaluated, and must not change a state meanwhile.
            run = if let output { start(output) } else { start(NoCallback<Machine.Output>()) }
        }

        /// The state; a view that reads it through a binding is evaluated because of the binding.
        @MainActor var state: Machine.State {
            switch place {
            case .here(let state): state.storedValue
            case .elsewhere(let state): state.wrappedValue
            }
        }
    }

    @MainActor
    extension ViewMachine {
        /// Creates a machine with a state of its own.
        convenience init(
            state: Machine.State, proxy: Machine.Proxy?, env: Machine.Env, output: (any Subject<Machine.Output>)?,
            completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            let publisher = ObservableObjectPublisher()
            let kept = KeptState(state, publishingTo: publisher)
            self.init(
                place: .here(kept), publisher: publisher, storage: kept, proxy: proxy, env: env, output: output,
                completion: completion)
        }

        /// Creates a machine with its state in a binding.
        convenience init(
            state: Binding<Machine.State>, proxy: Machine.Proxy?, env: Machine.Env,
            output: (any Subject<Machine.Output>)?, completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            self.init(
                place: .elsewhere(state), publisher: ObservableObjectPublisher(), storage: state, proxy: proxy,
                env: env, output: output, completion: completion)
        }
    }

    /// The state of a machine that a view owns; it changes in place and informs the view.
    ///
    /// It is an object, because it outlives each value of the view. Machine and view both touch it on the main actor.
    final class KeptState<Value>: Storage {
        private var value: Value
        private let publisher: ObservableObjectPublisher

        init(_ value: Value, publishingTo publisher: ObservableObjectPublisher) {
            self.value = value
            self.publisher = publisher
        }

        var storedValue: Value {
            get { value }
            set {
                publisher.send()
                value = newValue
            }
            _modify {
                publisher.send()
                yield &value
            }
        }
    }
#endif
