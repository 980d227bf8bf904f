import AppFlow
public import ArgumentParser
import Foundation
import Oak
import Parts
import Terminal

/// Runs the application in a terminal.
public struct AppFlowCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "app-flow", abstract: "Start an application, sign in, look at a dashboard, sign out.",
        discussion: """
            One signs in with a name and a code, each of which is good once. After three wrong ones nobody can sign in \
            for \(Login.pause) seconds. The dashboard measures folders every two seconds for as long as it is shown.
            """)

    @Option(
        help: "The folder that the accounts are in; it has to exist. (default: \(TemporaryFolder.path), which lasts)"
    )
    var data: String?

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        let accounts = AccountFile(folder: try data ?? TemporaryFolder.make())
        try await AppFlowFrontEnd(accounts: accounts.path).runOnStandardStreams(
            initialState: AppFlow.State(), proxy: AppFlow.Proxy(),
            env: AppFlow.Env(
                launch: Launch.Env(service: { try await accounts.roster($0) }),
                login: Login.Env(verify: { try await accounts.admit($0) }),
                dashboard: Dashboard.Env(measure: FolderScale().measure)))
    }
}
