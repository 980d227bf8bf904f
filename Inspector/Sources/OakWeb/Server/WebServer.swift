#if Inspector
    import Foundation
    import NIOCore

    /// Serves pages to browsers.
    ///
    /// Each open page is a session: one machine, which lives as long as the page is connected, and for a grace period
    /// afterwards, so that the page may be reloaded.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public struct WebServer: Sendable {
        /// The address and the limits of a server.
        public struct Configuration: Sendable {
            /// The name or address of this machine on which the server listens; `localhost` is unreachable from
            /// outside.
            public var host = "localhost"
            /// The port; 0 for any free port.
            public var port = 8080
            /// Additional names under which the server accepts requests.
            public var names: [String] = []
            /// The limits for clients.
            public var limits = Limits()
            /// Called for machines that have failed, with the path of their page; users are only told that a failure
            /// occurred.
            public var report: @Sendable (_ path: String, any Error) -> Void = { path, error in
                // The text of an error may come from users, so it is made harmless for terminals.
                let line = "The machine of the page \(path) has failed: \("\(error)".debugDescription)\n"
                FileHandle.standardError.write(Data(line.utf8))
            }

            /// Creates the default configuration.
            public init() {}
        }

        let site: Site
        let configuration: Configuration
        let policy: NamePolicy
        let clock: any Clock<Duration>

        /// Creates a server.
        ///
        /// - Parameters:
        ///   - site: The pages.
        ///   - configuration: The address and the limits.
        public init(_ site: Site, configuration: Configuration = Configuration()) {
            self.init(site, configuration: configuration, clock: ContinuousClock())
        }

        init(_ site: Site, configuration: Configuration, clock: any Clock<Duration>) {
            self.site = site
            self.configuration = configuration
            self.clock = clock
            policy = NamePolicy(host: configuration.host, others: configuration.names)
        }

        /// Serves until the task is cancelled; then it ends every session with all its work.
        ///
        /// - Parameter whenListening: Called once, with the port.
        /// - Throws: ``ListeningError`` if it cannot listen.
        public func run(whenListening: @Sendable (Int) async -> Void = { _ in }) async throws {
            let sessions = Sessions(limits: configuration.limits, clock: clock, report: configuration.report)
            try await run(sessions, whenListening: whenListening)
        }

        /// Serves the given sessions.
        func run(_ sessions: Sessions, whenListening: @Sendable (Int) async -> Void) async throws(ListeningError) {
            let connections = Connections(limit: configuration.limits.connections)
            let listeners = try await listeners(for: connections)
            // An unstructured task, because it must outlive the cancellation for the duration of the farewells.
            let serving = Task {
                // A discarding group releases what has ended.
                await withDiscardingTaskGroup { group in
                    for await arrival in connections.arrivals {
                        group.addTask { await serve(arrival, sessions) }
                    }
                }
            }
            await whenListening(listeners[0].localAddress?.port ?? configuration.port)
            await untilCancelled()
            for listener in listeners { try? await listener.close() }
            await connections.closeRequests()
            await sessions.close(.shuttingDown)
            // Visits end when their pages have read the farewell, or their time for it is over.
            await serving.value
        }

        private func untilCancelled() async {
            // The stream ends when its task is cancelled, or when its last writer is gone.
            let (nothing, writer) = AsyncStream.makeStream(of: Never.self)
            for await _ in nothing {}
            writer.finish()
        }

        private func serve(_ arrival: Arrival, _ sessions: Sessions) async {
            let reception = Reception(
                page: arrival.page, token: arrival.token, sessions: sessions, limits: configuration.limits, clock: clock
            )
            let channel = arrival.socket.channel
            // Throws if the connection is lost.
            try? await arrival.socket.executeThenClose { inbound, outbound in
                await Visit().run(at: reception, line: SocketLine(channel: channel, writer: outbound), signals: inbound)
            }
        }
    }
#endif
