import ArgumentParser
import Counters
import Foundation
import LoadingList
import Oak
import Terminal
import Timers

struct CounterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counter", abstract: "Count up and down.")

    @MainActor
    func run() async throws {
        try await start(CounterFrontEnd(), initialState: Counter.State(), proxy: Counter.Proxy(), env: ())
    }
}

struct EffectCounterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "effect-counter", abstract: "Count up and down in steps that take a second each.")

    @MainActor
    func run() async throws {
        try await start(
            EffectCounterFrontEnd(), initialState: EffectCounter.State(), proxy: EffectCounter.Proxy(),
            env: EffectCounter.Env())
    }
}

struct TimersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timers", abstract: "Start and stop a timer that ticks each second.")

    @MainActor
    func run() async throws {
        try await start(
            TimersFrontEnd(), initialState: Timers.State(), proxy: Timers.Proxy(), env: Timers.Env())
    }
}

struct LoadingListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loading-list", abstract: "List what a folder contains.")

    @MainActor
    func run() async throws {
        let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
        try await start(
            LoadingListFrontEnd(), initialState: LoadingList.Transducer.State(), proxy: proxy,
            env: LoadingList.Transducer.Env(service: LoadingList.DirectoryService().list, input: proxy.input))
    }
}

/// Runs a machine on the standard input and output.
@MainActor
func start<Front: FrontEnd>(
    _ front: Front, initialState: Front.Machine.State, proxy: Front.Machine.Proxy, env: Front.Machine.Env
) async throws {
    let session = Session(
        front, initialState: initialState, proxy: proxy, screen: .standard(),
        pace: isatty(STDIN_FILENO) == 1 ? .typed : .script)
    try await session.run(env: env, input: StandardInput.lines())
}
