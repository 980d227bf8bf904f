public import ArgumentParser
import LoadingList
import Oak
import Terminal

/// Runs the loading list in a terminal.
public struct LoadingListCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "loading-list", abstract: "List what a folder contains.")

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        let proxy = LoadingList.Transducer.Proxy(initialEvent: .viewOnAppear)
        try await LoadingListFrontEnd().runOnStandardStreams(
            initialState: LoadingList.Transducer.State(), proxy: proxy,
            env: LoadingList.Transducer.Env(service: LoadingList.DirectoryService().list, input: proxy.input))
    }
}
