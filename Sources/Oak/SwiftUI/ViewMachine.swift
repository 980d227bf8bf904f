#if canImport(SwiftUI)
    #if canImport(Combine)
        import Combine
    #endif
    import SwiftUI

    /// A machine of a view, which keeps it as a `@StateObject`: one for each identity of the view.
    ///
    /// The run refers to the state, not to this object, so that the run ends when SwiftUI releases the object.
    final class ViewMachine<Machine: ExecutableTransducer>: ObservableObject {
        typealias Completion = (Result<Machine.Output, any Error>) -> Void

        /// The place of the state.
        enum Place {
            case here(KeptState<Machine.State>)
            case elsewhere(Binding<Machine.State>)
        }

        /// Makes SwiftUI evaluate the view when a state changes that the view owns.
        let objectWillChange = ObservableObjectPublisher()

        let place: Place
        let proxy: Machine.Proxy
        private let run: OwnedRun

        @MainActor
        init(
            _ initialState: InitialState<Machine.State>, _ proxy: Machine.Proxy?, _ env: Machine.Env,
            _ output: (any Subject<Machine.Output>)?, _ observer: some TransducerObserver, _ settings: RunSettings,
            _ completion: Completion?
        ) {
            let proxy = proxy ?? .roomy
            func start(in storage: some Storage<Machine.State>, _ output: some Subject<Machine.Output>) -> OwnedRun {
                HostRun(
                    of: Machine.self, storage: storage, proxy: proxy, env: env, output: output, observer: observer,
                    settings: settings
                ) { result in
                    completion?(result)
                }
                .start(on: MainActor.shared)
            }
            func start(in storage: some Storage<Machine.State>) -> OwnedRun {
                if let output { start(in: storage, output) } else { start(in: storage, NoCallback<Machine.Output>()) }
            }
            self.proxy = proxy
            // The task of the run begins it, or an event: a view is being evaluated, and must not change a state
            // meanwhile.
            switch initialState {
            case .value(let value):
                let state = KeptState(value, publishingTo: objectWillChange)
                place = .here(state)
                run = start(in: state)
            case .binding(let state):
                place = .elsewhere(state)
                run = start(in: state)
            }
        }

        /// The state; a view that reads it through a binding is evaluated because of the binding.
        @MainActor var state: Machine.State {
            switch place {
            case .here(let state): state.storedValue
            case .elsewhere(let state): state.wrappedValue
            }
        }
    }

    /// The initial state that a view is given.
    enum InitialState<State> {
        case value(State)
        case binding(Binding<State>)
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
