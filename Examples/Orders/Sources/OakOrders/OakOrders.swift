import ArgumentParser
import OakDurable
import Orders
import Shop

/// Places and runs orders that survive the process.
@main
struct OakOrders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-orders",
        abstract: "Places orders, and runs them until they are shipped or rejected.",
        discussion: """
            Kill the program at any time, with any signal, and start it again: it goes on where it was.

            Exit codes: 0 on success; 1 if an order cannot do what you ask for or has failed, or if the files cannot \
            be used, also while another process uses them; 64 for wrong arguments.
            """,
        subcommands: [Place.self, Run.self, List.self, Cancel.self])
}

extension DurableHost {
    /// Opens the host for a body, and closes it however the body ends.
    nonisolated func use(_ body: (DurableHost) async throws -> Void) async throws {
        try await open()
        do {
            try await body(self)
        } catch {
            await close()
            throw error
        }
        await close()
    }

    /// All orders of some conditions.
    func orders(_ statuses: Set<InstanceStatus>) async throws -> [InstanceSummary] {
        try await instances(where: InstanceQuery(machine: Order.machineName, statuses: statuses))
            .reduce(into: []) { $0.append($1) }
    }
}
