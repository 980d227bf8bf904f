public import Observation

/// A running machine whose state can be observed, for user interfaces.
///
/// ```swift
/// @MainActor
/// final class CounterModel {
///     private let counter = ObservableTransducer(of: Counter.self, initialState: Counter.State())
///
///     var title: String { "\(counter.state.count) so far" }
///
///     func increment() throws { try counter.send(.increment) }
/// }
/// ```
///
/// The machine runs on the main actor from the moment the object is created until it ends, is cancelled, or the object is released:
/// then the run ends with `CancellationError`. In each case effects that are under way are cancelled and awaited; what they hold is
/// let go after that.
///
/// SwiftUI evaluates the initial value of a `@State` anew with each value of the view and keeps the first: each further machine is
/// released at once, and its completion is told so. A `@StateTransducer` has one machine in the lifetime of the view.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class ObservableTransducer<Machine: ExecutableTransducer>: nonisolated TransducerActor,
    nonisolated Observable
{
    private let model: ObservableModel<Machine>
    private nonisolated let run: Task<Void, Never>

    /// The handle to the run.
    public nonisolated let proxy: Machine.Proxy

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { model.state }

    /// Whether the machine has not ended yet; every effect has ended when it is `false`.
    public var isRunning: Bool { model.isRunning }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; `nil` gives it one of its own. With one that has been used for another run, this one
    ///     ends with ``TransducerError/proxyAlreadyInUse``.
    ///   - env: What effects depend on.
    ///   - output: Receives the outputs.
    ///   - observer: Is told of everything that happens.
    ///   - settings: The limits of the run.
    ///   - completion: Called once, when the run has ended in whatever way and ``isRunning`` is `false`.
    public init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        env: Machine.Env, output: some Subject<Machine.Output>, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(), completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        let model = ObservableModel<Machine>(initialState: initialState)
        self.model = model
        let proxy = proxy ?? Machine.Proxy()
        self.proxy = proxy
        let hostRun = HostRun(
            of: Machine.self, storage: KeyPathStorage(host: model, keyPath: \.state), proxy: proxy, env: env,
            output: output, observer: observer, settings: settings
        ) { result in
            model.isRunning = false
            completion?(result)
        }
        run = hostRun.start(on: MainActor.shared)
    }

    deinit { run.cancel() }
}

/// What the run of an observable machine keeps alive; the object that its owner holds is not a part of it.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
final class ObservableModel<Machine: ExecutableTransducer> {
    fileprivate(set) var state: Machine.State
    fileprivate(set) var isRunning = true

    init(initialState: Machine.State) { state = initialState }
}
