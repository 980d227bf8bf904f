import Foundation
import NIOCore

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
        /// Is told of machines that have failed, by the path of their page; users are only told that there was a failure.
        public var report: @Sendable (_ path: String, any Error) -> Void = { path, error in
            // What an error says may come from users: it must not do anything to a terminal.
            let line = "The machine of the page \(path) has failed: \("\(error)".debugDescription)\n"
            FileHandle.standardError.write(Data(line.utf8))
        }

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
    ///   - site: The pages.
    ///   - configuration: Where and how it listens.
    public init(_ site: Site, configuration: Configuration = Configuration()) {
        self.init(site, configuration: configuration, clock: ContinuousClock())
    }

    init(_ site: Site, configuration: Configuration, clock: any Clock<Duration>) {
        self.site = site
        self.configuration = configuration
        self.clock = clock
        policy = NamePolicy(host: configuration.host, others: configuration.names)
    }

    /// Serves until the task is cancelled; then every session is ended, with everything it has under way.
    ///
    /// - Parameter whenListening: Called once, with the port.
    /// - Throws: ``ListeningError`` when it cannot listen.
    public func run(whenListening: @Sendable (Int) async -> Void = { _ in }) async throws {
        let sessions = Sessions(limits: configuration.limits, clock: clock, report: configuration.report)
        try await run(sessions, whenListening: whenListening)
    }

    /// Serves those sessions.
    func run(_ sessions: Sessions, whenListening: @Sendable (Int) async -> Void) async throws(ListeningError) {
        let connections = Connections(limit: configuration.limits.connections)
        let listeners = try await listeners(for: connections)
        // Not a child: it has to outlive the cancellation by the time that the farewells take.
        let serving = Task {
            // A discarding group forgets what has ended.
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
        // Visits are over when their pages have read the farewell, or have had the time for it.
        await serving.value
    }

    private func untilCancelled() async {
        // A stream ends when its task is cancelled, or when nobody is left who could write to it.
        let (nothing, writer) = AsyncStream.makeStream(of: Never.self)
        for await _ in nothing {}
        writer.finish()
    }

    private func serve(_ arrival: Arrival, _ sessions: Sessions) async {
        let reception = Reception(
            page: arrival.page, token: arrival.token, sessions: sessions, limits: configuration.limits, clock: clock)
        let channel = arrival.socket.channel
        // Throws when the connection is lost.
        try? await arrival.socket.executeThenClose { inbound, outbound in
            await Visit().run(at: reception, line: SocketLine(channel: channel, writer: outbound), signals: inbound)
        }
    }
}
