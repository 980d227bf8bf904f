import Foundation
import Oak
import OakGraph
import TestSupport
import Testing

@testable import OakTesting

@Suite("Stored graphs of machines")
struct ExpectGraphTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    private let model = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases).model

    private func check(_ model: GraphModel, recording: Bool = false, line: UInt = 0) -> Issues {
        Issues.of { expectGraph(model, storedIn: file.path, recording: recording, line: line) }
    }

    private func stored(_ change: (inout GraphModel) -> Void = { _ in }) throws {
        var model = model
        change(&model)
        try Data(try model.text().utf8).write(to: file)
    }

    private func remove() { try? FileManager.default.removeItem(at: file) }

    @Test("A graph is stored next to the test, under the names of the test file and the machine")
    func standardPlace() {
        let store = BehaviourStore<GraphInTest>(path: nil, machine: "Pair<A, B>", testFile: "/tests/SignInTests.swift")
        #expect(store.file.path == "/tests/__Graphs__/SignInTests/Pair-A--B-.json")
    }

    @Test("A missing graph fails with instructions to record one")
    func missing() {
        let issues = check(model, line: 7)
        #expect(issues.lines == [7])
        #expect(
            issues.message(0) == """
                There is no graph of Turnstile in \(file.path). To store it as it is now, run this test with the \
                environment variable OAK_RECORD_GRAPHS set, for example: OAK_RECORD_GRAPHS=1 swift test

                It has 2 states and 4 transitions.
                """)
    }

    @Test("Recording stores the graph and fails as a reminder to turn it off")
    func recording() throws {
        defer { remove() }
        let issues = check(model, recording: true)
        #expect(issues.only.contains("Now remove `recording`"))
        #expect(check(model).messages == [])
        #expect(try GraphModel(text: String(contentsOf: file, encoding: .utf8)) == model)
    }

    @Test("The graph of a machine is compared by whole states or by a part of them")
    func machines() throws {
        defer { remove() }
        func check(recording: Bool) -> Issues {
            Issues.of {
                let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
                expectGraph(graph.model, storedIn: file.path, recording: recording)
            }
        }
        #expect(check(recording: true).messages.count == 1)
        #expect(check(recording: false).messages == [])
        let issues = Issues.of {
            let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases, showing: { $0 == .locked })
            expectGraph(graph.model, storedIn: file.path)
            #expect(graph.states.count == 2)
        }
        // Only the names of the states are others.
        #expect(issues.only.contains("where names or their order are outdated"))
    }

    @Test("A change fails with the sequence of events that shows it")
    func changed() throws {
        defer { remove() }
        try stored { $0.transitions[3].output = "false" }
        let issues = check(model, line: 9)
        #expect(issues.lines == [9])
        #expect(
            issues.message(0).hasPrefix(
                """
                Turnstile does not behave as stored in \(file.path):

                Turnstile: the versions differ after .coin, .push.
                """))
        #expect(issues.message(0).contains(">  .push  .locked / false    .locked / true"))
        #expect(issues.message(0).contains("OAK_RECORD_GRAPHS=1 swift test"))
    }

    @Test("Renamed states are a warning unless names are compared")
    func renamed() throws {
        defer { remove() }
        try stored { $0.states[1].text = ".open" }
        #expect(check(model).message(0).hasPrefix("Turnstile behaves as stored in \(file.path), where names"))
        let issues = Issues.of { expectGraph(model, comparing: .all, storedIn: file.path) }
        #expect(issues.message(0).hasPrefix("Turnstile does not behave as stored"))
    }

    @Test("An incomplete graph is not stored and fails the comparison")
    func cut() throws {
        defer { remove() }
        var cut = model
        cut.cut = "The graph is cut at 2 states."
        let issues = check(cut, recording: true)
        #expect(issues.message(0).hasSuffix("The graph is incomplete. The graph is cut at 2 states."))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try stored()
        #expect(check(cut).message(0).hasPrefix("It is not known whether Turnstile behaves as stored in"))
        #expect(check(cut).message(0).hasSuffix("The graph is cut at 2 states."))
    }

    @Test("A file of another version and a file without a graph are reported with a remedy")
    func unreadable() throws {
        defer { remove() }
        try Data(try model.text().replacing("\"schema\":1", with: "\"schema\":9").utf8).write(to: file)
        #expect(check(model).message(0).contains("has version 9 of the schema"))
        #expect(check(model).message(0).contains("OAK_RECORD_GRAPHS=1 swift test"))
        try Data("No graph\n".utf8).write(to: file)
        #expect(check(model).message(0).hasPrefix("\(file.path) cannot be read. The text is not a stored graph"))
    }
}
