package import Foundation
package import Hummingbird
package import Logging
package import OakDurable
import OakServer
import ProgramSupport
import ServiceLifecycle
import UnixSignals

/// A host of durable machines behind a web server, until a signal.
package struct Daemon: Sendable {
    let host: DurableHost
    let options: DaemonOptions
    let logger: Logger

    /// Creates a daemon.
    ///
    /// - Parameters:
    ///   - host: The host, which is not open yet.
    ///   - options: The options.
    ///   - logger: Where the daemon tells what it does.
    package init(host: DurableHost, options: DaemonOptions, logger: Logger) {
        self.host = host
        self.options = options
        self.logger = logger
    }

    /// A router with the routes of all daemons.
    package func router() -> Router<JSONContext> {
        let router = Router(context: JSONContext.self)
        router.add(middleware: TracingMiddleware())
        router.add(middleware: MetricsMiddleware())
        router.add(middleware: LogRequestsMiddleware(.debug))
        router.get("ready") { [host] _, _ in
            let isOpen = await host.isOpen
            return EditedResponse(
                status: isOpen ? .ok : .serviceUnavailable, response: isOpen ? "ready\n" : "not ready\n")
        }
        return router
    }

    /// Serves until a signal, and lets requests and activities under way finish.
    ///
    /// - Parameter router: The routes.
    /// - Throws: ``Complaint``.
    package func run(_ router: Router<JSONContext>) async throws {
        let (host, drain) = (host, options.drain)
        // Shut down in the reverse order: first the server, when its requests are answered, and then the host.
        var group = ServiceGroupConfiguration(
            services: [ClosureService { try await host.run(draining: .seconds(drain)) }, application(router)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A client that never ends its request must not keep the process.
        group.maximumGracefulShutdownDuration = .seconds(drain + 30)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        } catch {
            throw Complaint("The server on port \(options.port) has ended: \(error)")
        }
    }

    private func application(_ router: Router<JSONContext>) -> some Service {
        var application = Application(
            router: router, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: options.port)),
            onServerRunning: { channel in
                printLine("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
            },
            logger: logger)
        application.beforeServerStarts { [host] in try await host.untilOpen() }
        return application
    }
}

/// A request, whose answer is JSON that people can read.
package struct JSONContext: RequestContext {
    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    package var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
