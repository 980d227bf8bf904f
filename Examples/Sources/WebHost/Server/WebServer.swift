import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Serves pages to browsers.
///
/// Each open page is a session: one machine, which lives as long as the page is connected, and a while longer, so that
/// the page may be reloaded.
public struct WebServer: Sendable {
    /// Where and how a server listens.
    public struct Configuration: Sendable {
        /// The name or address of the own machine at which it listens; with `localhost` nobody from outside can come.
        public var host = "localhost"
        /// The port; 0 for any that is free.
        public var port = 8080
        /// Other names by which it may be called.
        public var names: [String] = []
        /// What it grants to those who come.
        public var limits = Limits()

        /// Creates the configuration that a server has unless it is told otherwise.
        public init() {}
    }

    let site: Site
    let configuration: Configuration
    let policy: NamePolicy
    let clock: any Clock<Duration>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - title: What the pages have in common.
    ///   - pages: The pages, in the order in which they are listed.
    ///   - configuration: Where and how it listens.
    public init(title: String, pages: [Page], configuration: Configuration = Configuration()) {
        self.init(title: title, pages: pages, configuration: configuration, clock: ContinuousClock())
    }

    init(title: String, pages: [Page], configuration: Configuration, clock: any Clock<Duration>) {
        site = Site(title: title, pages: pages)
        self.configuration = configuration
        self.clock = clock
        policy = NamePolicy(host: configuration.host, others: configuration.names)
    }

    /// Serves until the task is cancelled; then every session is ended, with everything it has under way.
    ///
    /// - Parameter whenListening: Called once, with the port.
    /// - Throws: ``ListeningError`` when it cannot listen.
    public func run(whenListening: @Sendable (Int) async -> Void = { _ in }) async throws {
        let sessions = Sessions(limits: configuration.limits, clock: clock)
        let listeners = try await listeners()
        let connections = Connections(limit: configuration.limits.connections)
        // Not a child: it has to outlive the cancellation by the time that the farewells take.
        let serving = Task {
            await withDiscardingTaskGroup { group in
                for listener in listeners {
                    group.addTask { await serve(listener, connections, sessions) }
                }
            }
        }
        await whenListening(listeners[0].channel.localAddress?.port ?? configuration.port)
        await untilCancelled()
        for listener in listeners { listener.channel.close(promise: nil) }
        await sessions.close(.shuttingDown)
        connections.close()
        await serving.value
    }

    private func untilCancelled() async {
        for await _ in AsyncStream<Never>(unfolding: {
            try? await Task.sleep(for: .seconds(1 << 30)); return nil
        }) {}
    }

    private func serve(_ listener: Listener, _ connections: Connections, _ sessions: Sessions) async {
        // A discarding group forgets what has ended.
        await withDiscardingTaskGroup { group in
            do {
                try await listener.executeThenClose { accepted in
                    for try await connection in accepted {
                        guard connections.admit(connection.channel) else { continue }
                        group.addTask { await serve(connection, sessions) }
                    }
                }
            } catch {
                // It listens no more.
            }
        }
    }

    private func serve(_ connection: Connection, _ sessions: Sessions) async {
        do {
            switch try await connection.purpose.get() {
            case .request: break
            case .visit(let page, let token, let socket):
                let reception = Reception(
                    page: page, token: token, sessions: sessions, limits: configuration.limits, clock: clock)
                try await socket.executeThenClose { inbound, outbound in
                    await Visit().run(
                        at: reception, line: SocketLine(channel: socket.channel, writer: outbound), signals: inbound)
                }
            }
        } catch {
            // The connection is lost.
        }
    }
}
