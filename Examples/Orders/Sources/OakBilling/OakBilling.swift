import ArgumentParser
import Commons
import Foundation
import OakDurable
import ProgramSupport

/// Charges subscriptions that survive the process.
@main
struct OakBilling: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-billing",
        abstract: "Charges subscriptions each month, until their customers cancel them.",
        discussion: """
            Kill the program at any time, with any signal, and start it again: it goes on where it was.

            Exit codes: 0 on success; 1 if the server cannot listen; 2 if the files cannot be used, also while another \
            process uses them; 64 for wrong arguments.
            """,
        subcommands: [Serve.self, Trouble.self, Totals.self])

    static func main() async { await runPrintingComplaints() }
}

struct Files: ParsableArguments {
    @Option(help: "The folder of the files.", completion: .directory)
    var folder = "billing"

    @Option(
        help: ArgumentHelp("The database of all processes instead of a file in the folder.", valueName: "postgres://…"))
    var database: String?

    /// Makes the store that the daemon runs on.
    func makeStore() async throws -> any DurableStore {
        do {
            return try await Commons.makeStore(database: database, file: store)
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        }
    }

    var store: String { folder + "/billing.sqlite" }
    var gateway: String { folder + "/gateway.sqlite" }
    var imports: String { folder + "/imports" }
}
