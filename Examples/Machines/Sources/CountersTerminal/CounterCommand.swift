public import ArgumentParser
import Counters
import Oak
import Terminal

/// Runs the pure counter in a terminal.
public struct CounterCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "counter", abstract: "Count up and down.")

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        try await CounterFrontEnd().runOnStandardStreams(
            initialState: Counter.State(), proxy: Counter.Proxy(), env: ())
    }
}
