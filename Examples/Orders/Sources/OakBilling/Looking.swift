import ArgumentParser
import Billing
import Commons
import Foundation
import OakDurable
import ProgramSupport

/// Lists the customers in trouble, also while the daemon runs.
struct Trouble: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the customers whose charges fail.")

    @OptionGroup var files: Files

    func run() async throws {
        try await files.read { store in
            var query = Subscription.trouble
            query.limit = .max
            let troubled = try await store.list(query)
            for customer in troubled { printLine("\(customer.name.id)  \(customer.tags["phase"] ?? "?")") }
            if troubled.isEmpty { printLine("nobody") }
        }
    }
}

/// Compares the ledger with the books of the gateway, also while the daemon runs.
struct Totals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints the phases of all customers, and what the ledger and the gateway know.")

    @OptionGroup var files: Files

    func run() async throws {
        try await files.read { store in
            for phase in Subscription.State.Phase.allCases {
                printLine("\(phase.rawValue)  \(try await store.count(Subscription.query(in: phase)))")
            }
            let parked = InstanceQuery(machine: Subscription.machineName, statuses: [.failed])
            printLine("failed  \(try await store.count(parked))")
            // A host would decode the state, but a store for reading has none.
            let ledger = try await store.instance(Ledger.id.name).map {
                try JSONDecoder().decode(Ledger.State.self, from: $0.state)
            }
            printLine("ledger  \(ledger?.payments ?? 0) payments, \(ledger?.income ?? Money(cents: 0))")
            let gateway = try Gateway(path: files.gateway, mood: { _, _ in .answers })
            printLine("gateway  \(try await gateway.paid().count) payments, \(try await gateway.income())")
        }
    }
}

extension Files {
    /// Runs a body with the store, which a daemon may have open.
    func read(_ body: (any DurableStore) async throws -> Void) async throws {
        do {
            // One that is shared is read without a claim.
            try await body(database == nil ? SQLiteStore.reading(path: store) : try await makeStore())
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        }
    }
}
