#if Server
    public import Oak
    public import ServiceLifecycle

    /// A machine as a service, which runs until the machine ends.
    extension TransducerHost: Service {
        /// Runs until the machine ends; a graceful shutdown, like the cancellation of the task, cancels it.
        ///
        /// - Throws: The error of the run, but not that of a machine that a graceful shutdown has cancelled.
        public nonisolated func run() async throws {
            try await run { $0.cancel() }
        }

        /// Runs until the machine ends, and tells the machine of a graceful shutdown.
        ///
        /// The machine should reach a terminal state soon after the event. A group that waits for a limited time
        /// cancels its services afterwards.
        ///
        /// - Parameter event: The event, before which those in the mailbox are processed. If the mailbox is full, the
        ///   machine is cancelled.
        /// - Throws: The error of the run.
        public nonisolated func run(onGracefulShutdown event: Machine.Event) async throws
        where Machine.Event: Sendable, Machine.Proxy == Oak.Proxy<Machine.Event> {
            try await run { host in
                do { try host.send(event) } catch { host.cancel() }
            }
        }

        private nonisolated func run(
            _ shutDown: @escaping @Sendable (TransducerHost<Machine>) -> Void
        ) async throws {
            do {
                try await withTaskCancellationHandler {
                    try await withGracefulShutdownHandler {
                        try await untilEnded()
                    } onGracefulShutdown: {
                        shutDown(self)
                    }
                } onCancel: {
                    cancel()
                }
            } catch TransducerError.cancelled where Task.isShuttingDownGracefully {}
        }
    }
#endif
