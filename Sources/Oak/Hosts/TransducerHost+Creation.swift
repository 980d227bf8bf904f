// Overloads that omit `output`, whose default the compiler cannot infer, or an `env` of `Void`; see Decision 0010.

extension TransducerHost {
    /// Creates a running machine, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, env: sending Machine.Env, output: sending Callback<Machine.Output>? = nil,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        if let output {
            self.init(initialState, proxy, env, outlet: output, observer, settings, completion)
        } else {
            self.init(
                initialState, proxy, env, outlet: NoCallback<Machine.Output>(), observer, settings, completion)
        }
    }
}

extension TransducerHost where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable
    @_disfavoredOverload
    public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, output: sending some Subject<Machine.Output> & SendableMetatype,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) where Machine.Output: Sendable {
        self.init(
            of: type, initialState: initialState, proxy: proxy, env: (), output: output, observer: observer,
            settings: settings, completion: completion)
    }

    /// Creates a running machine that needs no environment, with at most a callback for its outputs.
    ///
    /// The parameters are those of the form with `env:` and `output:`.
    @inlinable public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, output: sending Callback<Machine.Output>? = nil,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        if let output {
            self.init(initialState, proxy, (), outlet: output, observer, settings, completion)
        } else {
            self.init(
                initialState, proxy, (), outlet: NoCallback<Machine.Output>(), observer, settings, completion)
        }
    }
}
