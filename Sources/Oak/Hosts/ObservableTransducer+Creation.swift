// The default of `output` would have to be known before the machine is: the compiler does not infer that.

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer {
    /// Creates a running machine, without looking at its outputs.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    public convenience init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        env: Machine.Env, observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
        completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
            observer: observer,
            settings: settings, completion: completion)
    }
}

// `env` may be left out when it is `Void`; a default argument cannot say that.

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    public convenience init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        output: some Subject<Machine.Output>, observer: some TransducerObserver = NoObserver(),
        settings: RunSettings = RunSettings(), completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, observer: observer,
            settings: settings, completion: completion)
    }

    /// Creates a running machine that needs no environment, without looking at its outputs.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    public convenience init(
        of type: Machine.Type = Machine.self, initialState: Machine.State, proxy: Machine.Proxy? = nil,
        observer: some TransducerObserver = NoObserver(), settings: RunSettings = RunSettings(),
        completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
            observer: observer,
            settings: settings, completion: completion)
    }
}
