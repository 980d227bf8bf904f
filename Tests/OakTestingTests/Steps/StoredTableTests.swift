import Foundation
import Oak
import TestSupport
import Testing

@testable import OakTesting

@Suite("Stored tables")
struct StoredTableTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).md")

    private func check(_ events: [Turnstile.Event], recording: Bool = false, line: UInt = 0) -> Issues {
        defer { if !recording { try? FileManager.default.removeItem(at: file) } }
        return Issues.of {
            expectTable(
                of: Turnstile.self, states: [.unlocked], events: events, storedIn: file.path, recording: recording,
                line: line)
        }
    }

    private func store(_ markdown: String) throws {
        try Data(markdown.utf8).write(to: file)
    }

    @Test("A table is stored next to the test, under the names of the test file and the machine")
    func standardPlace() {
        let store = BehaviourStore<TransitionTable>(
            path: nil, machine: "Pair<A, B>", testFile: "/tests/SignInTests.swift")
        #expect(store.file.path == "/tests/__Tables__/SignInTests/Pair-A--B-.md")
        let near = BehaviourStore<TransitionTable>(
            path: "Tables/SignIn.md", machine: "SignIn", testFile: "/tests/SignInTests.swift")
        #expect(near.file.path == "/tests/Tables/SignIn.md")
    }

    @Test("A missing table fails with instructions to record one")
    func missing() {
        let issues = check([.coin], line: 7)
        #expect(issues.lines == [7])
        #expect(issues.message(0).hasPrefix("There is no table of Turnstile in \(file.path). To store it as it is now"))
        #expect(issues.message(0).contains("OAK_RECORD_TABLES=1 swift test"))
    }

    @Test("Recording stores the table and fails as a reminder to turn it off")
    func recording() throws {
        let issues = check([.coin, .push], recording: true)
        #expect(issues.only.contains("Now remove `recording`"))
        #expect(check([.coin, .push]).messages == [])
    }

    @Test("A table stores states as a report shows them, and a failure is reported at the line of the call")
    func showing() throws {
        func check(_ text: String, recording: Bool, line: UInt = 0) -> Issues {
            Issues.of {
                expectTable(
                    of: Turnstile.self, states: [.locked], events: [.coin], showing: { "\(text) \($0)" },
                    storedIn: file.path, recording: recording, line: line)
            }
        }
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(check("now", recording: true).messages.count == 1)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("| `now locked` | `now unlocked / false` |"))
        #expect(check("now", recording: false).messages == [])
        let issues = check("then", recording: false, line: 8)
        #expect(issues.lines == [8])
        #expect(issues.message(0).contains("+ state `then locked`"))
    }

    @Test("A folder that cannot be created is reported")
    func unwritable() throws {
        try store("a file")
        let issues = Issues.of {
            expectTable(
                of: Turnstile.self, states: [.locked], events: [.coin],
                storedIn: file.appendingPathComponent("x.md").path, recording: true)
        }
        #expect(issues.only.contains("cannot be stored"))
        try FileManager.default.removeItem(at: file)
    }

    @Test("Each changed cell and each added or removed row or column is reported")
    func differences() throws {
        try store(
            """
            |             | `.push`             | `.kick` |
            |-------------|---------------------|---------|
            | `.unlocked` | `.unlocked / false` | ·       |
            | `.jammed`   | ·                   | ✗       |
            """)
        let issues = check([.coin, .push], line: 9)
        #expect(issues.lines == [9])
        #expect(
            issues.message(0).hasPrefix(
                """
                Turnstile does not behave as stored in \(file.path):

                − state `.jammed`
                − event `.kick`
                + event `.coin`
                `.unlocked` on `.push`:
                  − `.unlocked / false`
                  + `.locked / true`

                (Stored: −, Now: +)

                To store it as it is now
                """))
    }

    @Test("Tables that differ only in the order of rows and columns are equal")
    func order() throws {
        try store(TransitionTable(of: Turnstile.self, states: [.unlocked], events: [.push, .coin]).markdown)
        #expect(check([.coin, .push]).messages == [])
    }

    @Test("A file without a table is reported")
    func broken() throws {
        try store("No table\n")
        #expect(check([.coin]).messages.first?.contains("is not a table of transitions") == true)
    }
}
