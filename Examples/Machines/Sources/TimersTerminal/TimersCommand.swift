public import ArgumentParser
import Oak
import Terminal
import Timers

/// Runs the timer in a terminal.
public struct TimersCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "timers", abstract: "Start and stop a timer that ticks each second.")

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        try await TimersFrontEnd().runOnStandardStreams(
            initialState: Timers.State(), proxy: Timers.Proxy(), env: Timers.Env())
    }
}
