#if canImport(SwiftUI)
    public import SwiftUI

    extension ExecutableTransducer {
        /// Runs a machine with its state in a binding.
        ///
        /// Call it on the main actor, where bindings are read and set.
        ///
        /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
        @inlinable
        @discardableResult
        public static func run(
            binding: Binding<State>,
            proxy: Proxy = Proxy(),
            env: Env,
            output: some Subject<Output>,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            systemActor: isolated (any Actor)? = #isolation
        ) async throws -> Output {
            try await execute(
                storage: binding, mailbox: proxy.mailbox, env: env, outlet: output,
                observer: observer, settings: settings,
                isolation: systemActor)
        }

        /// Runs a machine with its state in a binding, and ignores its outputs.
        ///
        /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
        @inlinable
        @discardableResult
        public static func run(
            binding: Binding<State>,
            proxy: Proxy = Proxy(),
            env: Env,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            systemActor: isolated (any Actor)? = #isolation
        ) async throws -> Output {
            try await execute(
                storage: binding, mailbox: proxy.mailbox, env: env, outlet: NoCallback<Output>(),
                observer: observer, settings: settings,
                isolation: systemActor)
        }
    }

    // `env` may be left out when it is `Void`; a default argument cannot say that.

    extension ExecutableTransducer where Env == Void {
        /// Runs a machine with its state in a binding.
        ///
        /// Call it on the main actor, where bindings are read and set.
        ///
        /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
        @inlinable
        @discardableResult
        public static func run(
            binding: Binding<State>,
            proxy: Proxy = Proxy(),
            output: some Subject<Output>,
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            systemActor: isolated (any Actor)? = #isolation
        ) async throws -> Output {
            try await execute(
                storage: binding, mailbox: proxy.mailbox, env: (), outlet: output,
                observer: observer, settings: settings,
                isolation: systemActor)
        }

        /// Runs a machine with its state in a binding, and ignores its outputs.
        ///
        /// The parameters are those of ``run(storage:proxy:env:output:observer:settings:systemActor:)``.
        @inlinable
        @discardableResult
        public static func run(
            binding: Binding<State>,
            proxy: Proxy = Proxy(),
            observer: some TransducerObserver = NoObserver(),
            settings: RunSettings = RunSettings(),
            systemActor: isolated (any Actor)? = #isolation
        ) async throws -> Output {
            try await execute(
                storage: binding, mailbox: proxy.mailbox, env: (), outlet: NoCallback<Output>(),
                observer: observer, settings: settings,
                isolation: systemActor)
        }
    }
#endif
