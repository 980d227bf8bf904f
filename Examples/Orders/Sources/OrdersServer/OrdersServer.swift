public import ArgumentParser
import Hummingbird
public import Logging
import OakDurable
import OakInspector
import OakServer
import Orders
import ServiceLifecycle
import Shop
import UnixSignals

/// Takes orders that survive the process over HTTP.
@main
struct OrdersServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders-server",
        abstract: "Takes orders over HTTP, and runs them until they are shipped or rejected.",
        discussion: """
            It listens on 127.0.0.1. SIGTERM and SIGINT let the requests and the activities under way finish; \
            everything else goes on with the next start. The files are those of oak-orders.

            Exit codes: 0 after a signal; 1 if the server cannot listen, or if the files cannot be used, also while \
            another process uses them; 64 for wrong arguments.
            """)

    @OptionGroup var shop: ShopOptions
    @OptionGroup var services: ServiceOptions

    @Option(help: "The port; 0 for any that is free.")
    var port = 8080

    @Option(help: "The level from which lines are logged, on standard error.")
    var logLevel = Logger.Level.info

    @Option(help: ArgumentHelp("How long the work under way may go on after a signal.", valueName: "seconds"))
    var drain = 10.0

    @Flag(help: "Shows the orders on a page in a browser, whose address it writes on standard error.")
    var inspect = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port has to be from 0 to 65535.") }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain has to be from 0 to 3600.") }
    }

    func run() async throws {
        // The place to choose backends for metrics and traces, too; without them, figures and spans go nowhere.
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "orders")
        logger.logLevel = logLevel
        let host = try await shop.host(
            pace: services.pace, seed: services.seed, observer: .all(.logging(logger), .metrics(), .tracing()))
        try await host.register(OrderForm.self)
        let inspector = Inspector()
        if inspect {
            inspector.watch(host, as: "orders")
            inspector.control(host)
            try await inspector.serve()
        }
        try await serve(host, logger)
        await inspector.stop()
    }

    /// Serves until a signal, and lets requests and activities under way finish.
    private func serve(_ host: DurableHost, _ logger: Logger) async throws {
        // Shut down in the reverse order: first the server, when its requests are answered, and then the host.
        var group = ServiceGroupConfiguration(
            services: [ClosureService { try await host.run(draining: .seconds(drain)) }, application(host, logger)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A client that never ends its request must not keep the process.
        group.maximumGracefulShutdownDuration = .seconds(drain + 30)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as DurableError {
            throw error
        } catch {
            throw Complaint("The server on port \(port) has ended: \(error)")
        }
    }

    private func application(_ host: DurableHost, _ logger: Logger) -> some Service {
        var application = Application(
            router: router(OrderDesk(host: host)),
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                printLine("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
            },
            logger: logger)
        application.beforeServerStarts { try await host.untilOpen() }
        return application
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
