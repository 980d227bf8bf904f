#if Server
    public import OakDurable
    public import ServiceLifecycle

    /// A durable host as a service: it is opened when its group starts, and drained when the group shuts down.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    extension DurableHost: Service {
        /// Opens the host, unless it is open, and runs until it is closed.
        ///
        /// A graceful shutdown lets the activities under way finish, for ten seconds. To wait for another time, add
        /// `ClosureService { try await host.run(draining: .seconds(30)) }` to the group.
        ///
        /// - Throws: The error that has ended the host, the errors of `DurableHost.open()`, and
        ///   `CancellationError` if the task is cancelled, after which the host is closed without draining.
        public func run() async throws { try await run(draining: .seconds(10)) }

        /// Opens the host, unless it is open, and runs until it is closed.
        ///
        /// - Parameter duration: How long, by the clock of the host, the activities under way may go on after a
        ///   graceful shutdown has begun.
        /// - Throws: The error that has ended the host, the errors of `DurableHost.open()`, and
        ///   `CancellationError` if the task is cancelled, after which the host is closed without draining.
        public func run(draining duration: Duration) async throws {
            if !isOpen { try await open() }
            try await withThrowingTaskGroup { group in
                group.addTask { try await self.untilClosed() }
                group.addTask {
                    do {
                        try await gracefulShutdown()
                    } catch {
                        await self.close()
                        throw error
                    }
                    await withTaskCancellationHandler {
                        await self.close(draining: duration)
                    } onCancel: {
                        // Ends the draining.
                        Task { await self.close() }
                    }
                }
                // Either the host has ended, or it was closed by a shutdown; the group waits for the other.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
#endif
