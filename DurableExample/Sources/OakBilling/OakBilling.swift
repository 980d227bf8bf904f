import ArgumentParser
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

    var store: String { folder + "/billing.sqlite" }
    var gateway: String { folder + "/gateway.sqlite" }
    var imports: String { folder + "/imports" }
}
