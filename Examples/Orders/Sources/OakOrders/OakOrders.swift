import ArgumentParser
import ProgramSupport

/// Places and runs orders that survive the process.
@main
struct OakOrders: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-orders",
        abstract: "Places orders, and runs them until they are shipped or rejected.",
        discussion: """
            Kill the program at any time, with any signal, and start it again: it goes on where it was.

            Exit codes: 0 on success; 1 if an order cannot do what you ask for, or has failed; 2 if the files cannot be
            used, also while another process uses them; 64 for wrong arguments.
            """,
        subcommands: [Place.self, Run.self, List.self, Show.self, Retry.self, Cancel.self])

    static func main() async { await runPrintingComplaints() }
}
