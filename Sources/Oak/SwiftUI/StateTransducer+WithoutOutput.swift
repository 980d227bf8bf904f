#if canImport(SwiftUI)
    // As in views: the compiler does not infer a default of `output`.

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension StateTransducer {
        /// Creates the property, without looking at the outputs of the machine.
        ///
        /// Everything else is as in the initialiser with an `output`.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self, env: Machine.Env,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(
                wrappedValue: wrappedValue, of: type, env: env, output: NoCallback<Machine.Output>(),
                completion: completion)
        }
    }

    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension StateTransducer where Machine.Env == Void {
        /// Creates the property, for a machine without environment, without looking at the outputs of the machine.
        ///
        /// Everything else is as in the initialiser with an `output`.
        @MainActor
        public init(
            wrappedValue: Machine.State, of type: Machine.Type = Machine.self,
            completion: ((Result<Machine.Output, any Error>) -> Void)? = nil
        ) {
            self.init(
                wrappedValue: wrappedValue, of: type, env: (), output: NoCallback<Machine.Output>(),
                completion: completion)
        }
    }
#endif
