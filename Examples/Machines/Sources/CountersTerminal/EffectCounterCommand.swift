public import ArgumentParser
import Counters
import Oak
import Terminal

/// Runs the counter with effects in a terminal.
public struct EffectCounterCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "effect-counter", abstract: "Count up and down in steps that take a second each.")

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        try await EffectCounterFrontEnd().runOnStandardStreams(
            initialState: EffectCounter.State(), proxy: EffectCounter.Proxy(), env: EffectCounter.Env())
    }
}
