// Overloads that omit `output`, whose default the compiler cannot infer, or an `env` of `Void`; see Decision 0010.

extension TransducerHost {
    /// Creates a running machine and ignores its outputs.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, env: sending Machine.Env,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: env, output: NoCallback<Machine.Output>(),
            observer: observer, settings: settings, completion: completion)
    }
}

extension TransducerHost where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, output: sending some Subject<Machine.Output> & SendableMetatype,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, observer: observer,
            settings: settings, completion: completion)
    }

    /// Creates a running machine that needs no environment, and ignores its outputs.
    ///
    /// The parameters are those of ``init(of:initialState:proxy:env:output:observer:settings:completion:)``.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: NoCallback<Machine.Output>(),
            observer: observer, settings: settings, completion: completion)
    }
}
