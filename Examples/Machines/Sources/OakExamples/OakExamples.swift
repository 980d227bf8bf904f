import AppFlowTerminal
import ArgumentParser
import CheckoutTerminal
import CountersTerminal
import LoadingListTerminal
import MachineTool
import Machines
import TimersTerminal

/// The examples as commands.
@main
struct OakExamples: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-examples",
        abstract: "State machines to try in a terminal.",
        discussion: """
            Type one command a line; "help" lists what the machine accepts at the moment. The lines may also come from \
            a file or a pipe. WebExamples has most of the machines behind pages of a browser.
            """,
        subcommands: [
            CounterCommand.self, EffectCounterCommand.self, TimersCommand.self, LoadingListCommand.self,
            CheckoutCommand.self, AppFlowCommand.self, MachineCommands<Machines>.self,
        ])
}
