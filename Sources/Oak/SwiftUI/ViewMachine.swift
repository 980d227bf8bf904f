#if canImport(SwiftUI)
    #if canImport(Combine)
        import Combine
    #endif
    import SwiftUI

    /// A machine of a view, which keeps it as a `@StateObject`: one for each identity of the view.
    final class ViewMachine<Machine: ExecutableTransducer>: ObservableObject {
        /// Makes SwiftUI evaluate the view when the machine changes its own state, ends or begins again.
        let objectWillChange: ObservableObjectPublisher

        private var current: ViewRun<Machine>

        @MainActor
        init(_ order: ViewOrder<Machine>) {
            let publisher = ObservableObjectPublisher()
            objectWillChange = publisher
            current = order.begin(publisher, false)
        }

        @MainActor var place: ViewRun<Machine>.Place { current.place }
        @MainActor var proxy: Machine.Proxy { current.proxy }
        @MainActor var outcome: MachineOutcome<Machine.Output> { current.end.outcome }

        /// Refers to the place of the state, and not to this object, whose release ends the run.
        ///
        /// A view that reads the state through a binding is evaluated because of the binding.
        @MainActor var reference: MachineReference<Machine> {
            let place = place
            return MachineReference(through: InputPort(proxy.mailbox)) {
                switch place {
                case .here(let state): state.storedValue
                case .elsewhere(let state): state.wrappedValue
                }
            }
        }

        /// Lets the machine begin and end activities if other code has written the state.
        @MainActor var review: () -> Void {
            { [weak run = current.run] in run?.review() }
        }

        /// Begins another run, unless the machine runs.
        @MainActor
        func restart(_ order: ViewOrder<Machine>) {
            if case .running = outcome { return }
            objectWillChange.send()
            current = order.begin(objectWillChange, true)
        }
    }

    /// The run of a view's machine, which ends when it is released: the run itself refers only to its state and
    /// outcome.
    @MainActor
    struct ViewRun<Machine: ExecutableTransducer> {
        /// The place of the state.
        enum Place {
            case here(KeptState<Machine.State>)
            case elsewhere(Binding<Machine.State>)
        }

        let place: Place
        let proxy: Machine.Proxy
        let end: KeptOutcome<Machine.Output>
        let run: OwnedRun
    }

    /// The arguments of a view for its machine.
    @MainActor
    struct ViewOrder<Machine: ExecutableTransducer> {
        typealias Completion = (Result<Machine.Output, any Error>) -> Void

        /// The initial state that a view is given.
        enum InitialState {
            case value(Machine.State)
            case binding(Binding<Machine.State>)
        }

        /// Begins a run, whose changes are announced by a publisher. A run that is not the first one gets a proxy of
        /// its own in place of one that has driven another.
        let begin: (ObservableObjectPublisher, _ isAnew: Bool) -> ViewRun<Machine>

        init(
            _ initialState: InitialState, _ proxy: Machine.Proxy?, _ env: Machine.Env,
            _ output: (any Subject<Machine.Output>)?, _ observer: some TransducerObserver, _ settings: RunSettings,
            _ completion: Completion?
        ) {
            begin = { publisher, isAnew in
                let proxy = proxy.flatMap { isAnew && !$0.mailbox.isUnclaimed ? nil : $0 } ?? .roomy
                let end = KeptOutcome<Machine.Output>(publishingTo: publisher)
                func start(in storage: some Storage<Machine.State>, _ output: some Subject<Machine.Output>) -> OwnedRun
                {
                    HostRun(
                        of: Machine.self, storage: storage, proxy: proxy, env: env, output: output, observer: observer,
                        settings: settings, hearer: completion == nil ? .nobody : .completion
                    ) { result in
                        end.outcome = MachineOutcome(result)
                        completion?(result)
                    }
                    .start(on: MainActor.shared)
                }
                func start(in storage: some Storage<Machine.State>) -> OwnedRun {
                    if let output { start(in: storage, output) } else { start(in: storage, NoCallback()) }
                }
                // The task of the run begins it, or an event: a view is being evaluated, and must not change a state
                // meanwhile.
                switch initialState {
                case .value(let value):
                    let state = KeptState(value, publishingTo: publisher)
                    return ViewRun(place: .here(state), proxy: proxy, end: end, run: start(in: state))
                case .binding(let state):
                    return ViewRun(place: .elsewhere(state), proxy: proxy, end: end, run: start(in: state))
                }
            }
        }
    }

    /// The outcome of a run, which informs the view.
    final class KeptOutcome<Output> {
        private let publisher: ObservableObjectPublisher
        var outcome = MachineOutcome<Output>.running { willSet { publisher.send() } }

        init(publishingTo publisher: ObservableObjectPublisher) { self.publisher = publisher }
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
