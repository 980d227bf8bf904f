import AppFlow
import ArgumentParser
import Checkout
import Counters
import Foundation
import MachineTool
import Machines
import Oak
import Parts
import Terminal
import Timers

/// The examples as commands.
@main
struct OakExamples: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-examples", abstract: "State machines to try in a terminal.",
        subcommands: [Run.self, MachineCommands<Machines>.self], defaultSubcommand: Run.self)
}

/// Runs a machine in a terminal.
struct Run: AsyncParsableCommand {
    enum Machine: String, ExpressibleByArgument, CaseIterable {
        case counter, effectCounter = "effect-counter", timers, checkout, appFlow = "app-flow"
    }

    static let configuration = CommandConfiguration(
        abstract: "Run a machine. Type a word or an answer a line; the lines may also come from a file or a pipe.",
        discussion: """
            A card for the checkout is 4242 4242 4242 4242, which expires 12/39 and has the PIN 1234, needed above \
            \(Bank.pinThreshold). The name for the application is demo, with the codes acorn, beech, cedar, drift and \
            elder, each of which is good once.
            """)

    @Argument(help: "The machine.") var machine: Machine

    @Option(help: "The folder of orders and accounts, which exists. (default: \(TemporaryFolder.path), which lasts)")
    var folder: String?

    @MainActor
    func run() async throws {
        switch machine {
        case .counter: try await Terminal.counter.run(from: Counter.State(), env: ())
        case .effectCounter: try await Terminal.effectCounter.run(from: EffectCounter.State(), env: EffectCounter.Env())
        case .timers: try await Terminal.timers.run(from: Timers.State(), env: Timers.Env())
        case .checkout:
            let bank = Bank(today: .current)
            let book = OrderBook(folder: try folder ?? TemporaryFolder.make())
            try await Terminal.checkout.run(
                from: Checkout.State(id: UUID().uuidString, cart: .sample),
                env: Checkout.Env(
                    carrier: Shipping.Env(service: Carrier().quote), bank: Payment.Env(service: bank.decide),
                    release: { await bank.release($0) }, orders: Placing.Env(service: book.place, patience: nil)))
        case .appFlow:
            let accounts = AccountFile(folder: try folder ?? TemporaryFolder.make())
            try await Terminal.appFlow.run(
                from: AppFlow.State(),
                env: AppFlow.Env(
                    launch: Launch.Env(service: { try await accounts.count($0) }),
                    login: Login.Env(verify: { try await accounts.admit($0) }),
                    dashboard: Dashboard.Env(measure: { try await DiskUse.measured($0) })))
        }
    }
}
