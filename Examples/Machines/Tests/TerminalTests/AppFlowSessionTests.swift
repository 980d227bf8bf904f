import AppFlow
import AppFlowTerminal
import ExampleTestSupport
import Foundation
import Oak
import Parts
import Terminal
import Testing

@MainActor
@Suite("The application in a terminal")
struct AppFlowSessionTests {
    /// Runs a script with real accounts.
    func run(
        _ script: String..., in folder: String,
        measure: @escaping @Sendable (String) async throws -> Usage = FolderScale().measure
    ) async throws -> String {
        let session = SessionFixture(AppFlowFrontEnd(accounts: "accounts"), AppFlow.State())
        let accounts = AccountFile(folder: folder)
        try await session.run(
            env: AppFlow.Env(
                launch: .init(service: { try await accounts.roster($0) }),
                login: .init(verify: { try await accounts.admit($0) }),
                dashboard: .init(measure: measure, interval: .milliseconds(1))),
            input: .batches([script]))
        return session.text
    }

    @Test("A user signs in at the second attempt, watches folders and signs out")
    func happyPath() async throws {
        try await withFolder { folder in
            let text = try await run(
                "demo", "oak", "continue", "acorn", "continue", "wait 2", "add", "Tests", "remove", "Test", "Tests",
                "refresh", "logout",
                "help",
                "exit", in: folder, measure: { folder in Usage(files: 1, bytes: folder == "Tests" ? 5 : 12_345) })
            let lines = text.split(separator: "\n")
            #expect(lines.count(where: { $0 == "Sources: 1 file, 12.3 kB" }) == 1)
            #expect(lines.count(where: { $0 == "Tests: 1 file, 5 B" }) == 1)
            #expect(
                text.hasPrefix(
                    """
                    An application: it starts, you sign in, you watch how much is in some folders, you leave.
                    Accounts are kept in accounts;
                    delete that file to begin again at the next start.
                    Reading the accounts …
                    Try demo with the codes acorn, beech, cedar, drift and elder; each is good once.
                    Sign in.
                    name: Who are you?
                    > demo
                    code: One of your codes that you have not used yet.
                    > oak
                      name demo, code oak
                    Type "continue" to sign in, or what is to be changed: name, code.
                    > continue
                    Checking …
                    That is not right. 2 tries left.
                    code: One of your codes that you have not used yet.
                    > acorn
                      name demo, code acorn
                    Type "continue" to sign in, or what is to be changed: name, code.
                    > continue
                    Checking …
                    Welcome, demo. 4 codes left to sign in with.
                    Watching Sources, Tests.
                    Type refresh, add, remove, logout or exit; help shows more.
                    > wait 2

                    """))
            #expect(
                text.hasSuffix(
                    """
                    > add
                    folder: The folder to be watched.
                    > Tests
                    “Tests” is watched already.
                    Watching Sources, Tests.
                    > remove
                    folder: One of Sources, Tests.
                    > Test
                    “Test” is not watched.
                    folder: One of Sources, Tests.
                    > Tests
                    Watching Sources.
                    > refresh
                    Measuring …
                    > logout
                    Sign in.
                    name: Who are you?
                    > help
                    You can type now:
                      <name>  Who are you?
                      exit    end the application
                      help    show what can be typed now
                      quit    leave
                    > exit
                    Good-bye.

                    """))
        }
    }

    @Test("Unused codes are listed, or the file to delete is named if there are none")
    func codes() async throws {
        try await withFolder { folder in
            for code in ["acorn", "beech", "cedar"] {
                _ = try await run("demo", code, "continue", "wait 1", "exit", in: folder, measure: { _ in Usage() })
            }
            let two = try await run("quit", in: folder)
            #expect(two.contains("Try demo with the codes drift and elder; each is good once.\n"))
            _ = try await run("demo", "drift", "continue", "wait 1", "exit", in: folder, measure: { _ in Usage() })
            let last = try await run(
                "demo", "elder", "continue", "wait 1", "exit", in: folder, measure: { _ in Usage() })
            #expect(last.contains("with the code elder, which is good once.\n"))
            #expect(last.contains("That was the last one. Delete accounts to begin again at the next start.\n"))
            let none = try await run("quit", in: folder)
            #expect(none.contains("No code of demo is left. Delete accounts to begin again at the next start.\n"))
        }
    }
}
