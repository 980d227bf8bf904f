public import Observation

/// A running machine whose state can be observed, for user interfaces.
///
/// ```swift
/// let counter = ObservableTransducer(of: Counter.self, initialState: Counter.State())
/// try counter.proxy.send(.increment)
/// ```
///
/// The machine runs on the main actor from the moment the object is created until it ends, is cancelled, or the object is released.
/// Effects that are under way then are cancelled and awaited; what they hold is let go after that.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableTransducer<Machine: ExecutableTransducer>: TransducerActor {
    @ObservationIgnored private let model: ObservableModel<Machine>

    /// The handle to the run.
    public nonisolated let proxy: Machine.Proxy

    /// The current state.
    public var state: Machine.State { model.state }

    /// Whether the machine has not ended yet.
    public var isRunning: Bool { model.isRunning }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; it must not have been used for another one.
    ///   - env: What effects depend on.
    ///   - output: Receives the outputs.
    ///   - completion: Called once, when the run has ended in whatever way.
    public init<Outlet: Subject<Machine.Output>>(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy = Machine.Proxy(),
        env: Machine.Env, output: Outlet = NoCallback<Machine.Output>(),
        completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.proxy = proxy
        model = ObservableModel(initialState: initialState)
        model.run(proxy: proxy, env: env, output: output, completion: completion)
    }

    deinit { proxy.cancel() }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; it must not have been used for another one.
    ///   - output: Receives the outputs.
    ///   - completion: Called once, when the run has ended in whatever way.
    public convenience init<Outlet: Subject<Machine.Output>>(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy = Machine.Proxy(),
        output: Outlet = NoCallback<Machine.Output>(),
        completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, completion: completion)
    }
}

/// What the run of an observable machine keeps alive; the object that its owner holds is not a part of it.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
final class ObservableModel<Machine: ExecutableTransducer> {
    fileprivate(set) var state: Machine.State
    fileprivate(set) var isRunning = true

    init(initialState: Machine.State) { state = initialState }

    func run<Outlet: Subject<Machine.Output>>(
        proxy: Machine.Proxy, env: Machine.Env, output: Outlet, completion: ((Result<Machine.Output, any Error>) -> Void)?
    ) {
        Task {
            let result: Result<Machine.Output, any Error>
            do {
                result = .success(
                    try await Machine.run(state: \.state, host: self, proxy: proxy, env: env, output: output))
            } catch {
                result = .failure(error)
            }
            isRunning = false
            completion?(result)
        }
    }
}
