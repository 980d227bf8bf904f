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
            let port = InputPort(proxy.mailbox)
            return switch place {
            case .here(let state): MachineReference(to: state, through: port)
            case .elsewhere(let state): MachineReference(through: port, in: state.binding)
            }
        }

        /// Lets the machine begin and end activities if other code has written the state.
        @MainActor var review: () -> Void {
            { [weak run = current.run] in run?.review() }
        }

        /// Begins another run, unless the machine runs. In a terminal state it does not, even if effects still do.
        @MainActor
        func restart(_ order: ViewOrder<Machine>) {
            if case .running = outcome, proxy.mailbox.isOpen { return }
            begin(order)
        }

        /// Begins another run in place of the present one, which is cancelled if it has not ended.
        @MainActor
        func begin(_ order: ViewOrder<Machine>) {
            objectWillChange.send()
            current.run.cancel()
            current = order.begin(objectWillChange, true)
        }
    }

    /// The run of a view's machine, which ends when it is released: the run itself refers only to its state and
    /// outcome.
    @MainActor
    struct ViewRun<Machine: ExecutableTransducer> {
        /// The place of the state.
        enum Place {
            case here(ObservedState<Machine>)
            case elsewhere(BoundState<Machine.State>)
        }

        let place: Place
        let proxy: Machine.Proxy
        let end: ObservedOutcome<Machine.Output>
        let run: OwnedRun
    }

    /// The arguments of a view for its machine.
    @MainActor
    struct ViewOrder<Machine: ExecutableTransducer> {
        typealias Completion = (Result<Machine.Output, any Error>) -> Void

        /// The initial state that a view is given.
        enum InitialState {
            case value(() -> Machine.State)
            case binding(Binding<Machine.State>)
        }

        var initialState: InitialState
        var env: Machine.Env
        private let proxy: Machine.Proxy?
        private let start: (ViewRun<Machine>.Place, Machine.Proxy, Machine.Env, @escaping Completion) -> OwnedRun

        /// The place of the state, unless the view owns it.
        var binding: Binding<Machine.State>? { if case .binding(let binding) = initialState { binding } else { nil } }

        init(
            _ initialState: InitialState, _ proxy: Machine.Proxy?, _ env: Machine.Env,
            _ output: (any Subject<Machine.Output>)?, _ observer: some TransducerObserver, _ settings: RunSettings,
            _ completion: Completion?
        ) {
            self.initialState = initialState
            self.env = env
            self.proxy = proxy
            let order = ObservedOrder<Machine, _>(output, observer, settings, completion)
            start = { place, proxy, env, end in
                switch place {
                case .here(let state): order.start(in: state, proxy, env, end)
                case .elsewhere(let state): order.start(in: state, proxy, env, end)
                }
            }
        }

        /// Begins a run, whose changes are announced by a publisher.
        ///
        /// The task of the run begins it, or an event: a view is being evaluated, and must not change a state
        /// meanwhile.
        ///
        /// - Parameter isAnew: Whether it is not the first run, and gets a proxy of its own in place of one that has
        ///   driven another.
        func begin(_ publisher: ObservableObjectPublisher, _ isAnew: Bool) -> ViewRun<Machine> {
            let proxy = proxy.flatMap { isAnew && !$0.mailbox.isUnclaimed ? nil : $0 } ?? .roomy
            let audience = Audience.evaluating(viewOf: publisher)
            let end = ObservedOutcome<Machine.Output>(for: audience)
            let place: ViewRun<Machine>.Place =
                switch initialState {
                case .value(let make): .here(ObservedState(make(), for: audience))
                case .binding(let binding): .elsewhere(BoundState(binding))
                }
            let run = start(place, proxy, env) { end.outcome = MachineOutcome($0) }
            return ViewRun(place: place, proxy: proxy, end: end, run: run)
        }
    }

    extension Audience {
        /// The audience of a machine that a view keeps as an observable object.
        @MainActor
        static func evaluating(viewOf publisher: ObservableObjectPublisher) -> Audience {
            if #available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *) {
                ObservingAudience()
            } else {
                PublishingAudience(publisher)
            }
        }
    }

    /// The audience of a machine on systems without `Observation`: the view that keeps the machine.
    private final class PublishingAudience: Audience {
        private let publisher: ObservableObjectPublisher

        init(_ publisher: ObservableObjectPublisher) { self.publisher = publisher }

        override func tell(of aspect: Aspect) { publisher.send() }
    }

    /// The state of a machine in a binding, which is written when an event has changed it.
    final class BoundState<Value>: Storage {
        /// The binding of the latest evaluation: an element of an array may have another place than before.
        var binding: Binding<Value>
        /// The state during a transition.
        private var current: Value?

        init(_ binding: Binding<Value>) { self.binding = binding }

        var storedValue: Value {
            get { current ?? binding.wrappedValue }
            set { binding.wrappedValue = newValue }
            _modify {
                var value = storedValue
                current = nil
                defer { current = value }
                yield &value
            }
        }

        static var _hearsOfTransitions: Bool { true }

        func _beginTransition() { current = binding.wrappedValue }

        func _endTransition() {
            if let state = current.take() { binding.wrappedValue = state }
        }
    }

    extension MachineReference {
        /// Creates a reference to a machine whose state is in a binding.
        ///
        /// A view that reads the binding is evaluated because of the binding.
        init(through port: InputPort<Machine.Event>, in state: Binding<Machine.State>) {
            self.init(through: port, last: nil) { state.wrappedValue }
        }
    }
#endif
