#if canImport(SwiftUI)
    import SwiftUI

    /// A machine that a view keeps, and that ends when the view keeps it no more.
    ///
    /// The run knows the state, not this object; so the machine lives as long as the `@State` that has it, through any
    /// number of evaluations, and while something else covers the view.
    @MainActor
    final class ViewMachine<Machine: ExecutableTransducer> {
        /// Where the state is.
        enum Place {
            case here(KeptState<Machine.State>)
            case elsewhere(Binding<Machine.State>)
        }

        private enum Phase {
            case waiting(begin: () -> OwnedRun)
            case begun(OwnedRun)
        }

        let place: Place
        let proxy: Machine.Proxy
        private var phase: Phase

        private init(
            place: Place, storage: some Storage<Machine.State>, proxy: Machine.Proxy?, env: Machine.Env,
            output: some Subject<Machine.Output>, completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            let proxy = proxy ?? Machine.Proxy()
            let run = HostRun(
                of: Machine.self, storage: storage, proxy: proxy, env: env, output: output, observer: NoObserver(),
                settings: RunSettings()
            ) { result in
                completion?(result)
            }
            self.place = place
            self.proxy = proxy
            phase = .waiting { run.start(on: MainActor.shared) }
        }

        /// The state, for a view that is told from now on when its own one has changed.
        func state(countingIn changes: Binding<Int>) -> Machine.State {
            switch place {
            case .here(let state): state.value(countingIn: changes)
            case .elsewhere(let state): state.wrappedValue
            }
        }

        /// Begins the run, unless it has begun.
        func begin() {
            guard case .waiting(let begin) = phase else { return }
            phase = .begun(begin())
        }
    }

    extension ViewMachine {
        /// Creates a machine with a state of its own.
        convenience init(
            state: Machine.State, proxy: Machine.Proxy?, env: Machine.Env, output: some Subject<Machine.Output>,
            completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            let kept = KeptState(state)
            self.init(
                place: .here(kept), storage: kept, proxy: proxy, env: env, output: output, completion: completion)
        }

        /// Creates a machine whose state is where a binding says.
        convenience init(
            state: Binding<Machine.State>, proxy: Machine.Proxy?, env: Machine.Env,
            output: some Subject<Machine.Output>, completion: ((Result<Machine.Output, any Error>) -> Void)?
        ) {
            self.init(
                place: .elsewhere(state), storage: state, proxy: proxy, env: env, output: output,
                completion: completion)
        }
    }
#endif
