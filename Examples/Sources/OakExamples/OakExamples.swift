import ArgumentParser

/// The examples as commands.
@main
struct OakExamples: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-examples",
        abstract: "State machines to try in a terminal.",
        discussion: """
            Type one command a line; "help" lists what the machine accepts at the moment. The lines may also come from \
            a file or a pipe.
            """,
        subcommands: [
            CounterCommand.self, EffectCounterCommand.self, TimersCommand.self, LoadingListCommand.self,
            CheckoutCommand.self, AppFlowCommand.self,
        ])
}
