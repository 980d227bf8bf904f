import ArgumentParser
import Billing
import Commons
import Daemon
import Foundation
import OakDurable
import ProgramSupport

/// Runs the subscriptions, and takes requests about them.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the subscriptions until a signal.",
        discussion: """
            It listens on 127.0.0.1. SIGTERM and SIGINT let the requests and the charges under way finish; everything \
            else goes on with the next start.
            """)

    @OptionGroup var files: Files
    @OptionGroup var options: DaemonOptions

    @Option(help: ArgumentHelp("The length of a day, for the impatient.", valueName: "seconds"))
    var day = 86_400.0

    @Option(help: ArgumentHelp("When the report is written, in UTC; each --day if that is shorter.", valueName: "cron"))
    var reports = "0 6 * * *"

    @Option(help: ArgumentHelp("How long the gateway takes to answer.", valueName: "seconds"))
    var pace = 0.2

    @Option(help: "Decides when the gateway fails; without a seed, never.")
    var seed: UInt64?

    func validate() throws {
        guard (0.001...86_400).contains(day) else { throw ValidationError("--day has to be from 0.001 to 86400.") }
        guard (0...3600).contains(pace) else { throw ValidationError("--pace has to be from 0 to 3600.") }
        do { _ = try times() } catch { throw ValidationError("--reports: \(error.localizedDescription)") }
    }

    func run() async throws {
        let logger = options.bootstrap("billing")
        try makeFolder(files.imports)
        let host = try await DurableHost.billing(
            try await files.makeStore(), try settings(), observer: .all(logger))
        let daemon = Daemon(host: host, options: options, logger: logger)
        let router = daemon.router()
        // The plan of a customer who comes today; those who are there keep theirs.
        let plan = Plan(price: Money(cents: 0), day: day)
        addRoutes(to: router, Desk(host: host, plan: plan, imports: files.imports))
        try await daemon.run(router)
    }

    private func settings() throws -> BillingSettings {
        do {
            let gateway = try Gateway(
                path: files.gateway,
                mood: { [seed] request, count in
                    seed.map { .mood(seed: $0, request: request, count: count) } ?? .answers
                })
            return BillingSettings(
                charge: { [pace] request in
                    try await Task.sleep(for: .seconds(pace))
                    return try await gateway.charge(request)
                }, reports: try times(),
                publish: { report, figures, _ in
                    let numbers = figures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                    printLine("\(report)  \(numbers.joined(separator: ", "))")
                })
        } catch {
            throw Complaint("The books of the gateway cannot be opened: \(error)", code: .unusableFiles)
        }
    }

    private func times() throws -> ScheduleTimes {
        day < 86_400 ? try .every(day, from: .now) : try .cron(reports, in: .gmt)
    }
}
