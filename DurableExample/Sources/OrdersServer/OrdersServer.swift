import ArgumentParser
import CoreMetrics
import Foundation
import Hummingbird
import Logging
import OakDurable
import OakLogging
import OakMetrics
import OakServiceLifecycle
import OakTracing
import Orders
import PrometheusText
import ServiceLifecycle
import SpanText
import Tracing
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

            Exit codes: 0 after a signal; 1 if the server cannot listen; 2 if the files cannot be used, also while \
            another process uses them; 64 for wrong arguments.
            """)

    @Option(help: "The folder of the files.", completion: .directory)
    var folder = "orders"

    @Option(help: "The port; 0 for any that is free.")
    var port = 8080

    @Option(help: "The level from which lines are logged, on standard error.")
    var logLevel = Logger.Level.info

    @Flag(help: "Writes each span of a trace as a line on standard error.")
    var trace = false

    @Option(help: ArgumentHelp("How long bank and warehouse take to answer.", valueName: "seconds"))
    var pace = 0.5

    @Option(help: "Decides when the bank fails; without a seed, never.")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("How long the work under way may go on after a signal.", valueName: "seconds"))
    var drain = 10.0

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port has to be from 0 to 65535.") }
        guard (0...3600).contains(pace) else { throw ValidationError("--pace has to be from 0 to 3600.") }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain has to be from 0 to 3600.") }
    }

    func run() async throws {
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "orders")
        logger.logLevel = logLevel

        if trace { InstrumentationSystem.bootstrap(SpanWriter { printError($0) }) }

        let host = try await host(observer: .all(.logging(logger), .metrics(), .tracing()))
        let drain = drain
        // Shut down in the reverse order: first the server, when its requests are answered, and then the host.
        var group = ServiceGroupConfiguration(
            services: [
                ClosureService { try await host.run(draining: .seconds(drain)) },
                application(router(to: OrderDesk(host: host), registry), after: host, logger),
            ],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A client that never ends its request must not keep the process.
        group.maximumGracefulShutdownDuration = .seconds(drain + 30)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        } catch {
            throw Complaint("The server on port \(port) has ended: \(error)")
        }
    }

    private func host(observer: DurableObserver) async throws -> DurableHost {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Complaint(
                "The folder \(folder) cannot be made: \(error.localizedDescription)", code: .unusableFiles)
        }
        do {
            let pause = { @Sendable [pace] in try await Task.sleep(for: .seconds(pace)) }
            let bank = try Bank(
                path: folder + "/bank.sqlite",
                mood: { [seed] request, count in
                    seed.map { .mood(seed: $0, request: request, count: count) } ?? .answers
                }, pause: pause)
            let warehouse = try Warehouse(path: folder + "/warehouse.sqlite", pause: pause)
            let host = DurableHost(store: SQLiteStore(path: folder + "/orders.sqlite"), observer: observer)
            try await host.register(Order.self, env: Order.Env(bank: bank, warehouse: warehouse))
            try await host.register(OrderForm.self)
            return host
        } catch {
            throw Complaint(
                "The books of bank and warehouse cannot be opened: \(error)", code: .unusableFiles)
        }
    }

    private func application(
        _ router: Router<OrderContext>, after host: DurableHost, _ logger: Logger
    ) -> some Service {
        var application = Application(
            router: router, server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                printLine("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
            },
            logger: logger)
        application.beforeServerStarts { try await host.untilOpen() }
        return application
    }

    static func main() async {
        do {
            switch try parseAsRoot() {
            case var command as any AsyncParsableCommand: try await command.run()
            case var command: try command.run()
            }
        } catch let complaint as Complaint {
            printError("orders-server: \(complaint)")
            Self.exit(withError: complaint.code)
        } catch {
            Self.exit(withError: error)
        }
    }
}

/// The reason why the program ends.
struct Complaint: Error, CustomStringConvertible {
    let description: String
    let code: ExitCode

    init(_ description: String, code: ExitCode = .failure) {
        self.description = description
        self.code = code
    }
}

extension ExitCode {
    /// The files cannot be used.
    static let unusableFiles = ExitCode(2)
}

/// Writes a line to standard error.
func printError(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

/// Prints a line at once, so that it is read even if the output is a pipe.
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}
