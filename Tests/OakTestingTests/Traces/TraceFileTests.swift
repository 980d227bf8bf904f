import Foundation
import Oak
import Testing

@testable import OakTesting

@Suite("Stored traces")
struct TraceFileTests {
    @Test("A stored trace can be read, and an event shares its line with the state after it")
    func roundTrip() async throws {
        let trace = try await TraceRecorderTests.loaderTrace()
        let json = try trace.json()
        #expect(try Trace<Loader.State, Loader.Event, String>(json: json, of: Loader.self) == trace)
        #expect(json.split(separator: "\n").count == trace.entries.count + 1 - trace.events.count)
        #expect(json.hasPrefix(#"{"oak":1,"program":"Loader","values":"coded"}\#n"#))
        #expect(json.contains(#"\#n{"event":{"failed":{}},"operation":1,"run":1,"state":"#))
    }

    private enum Nested: Transducer {
        enum State: Codable, Equatable { case only }
        enum Event: Codable { case any }
        static func update(_ state: inout State, event: Event) {}
    }

    @Test("A trace belongs to a machine by its qualified name")
    func names() throws {
        typealias NestedTrace = Trace<Nested.State, Nested.Event, NoOutput>
        #expect(TraceRecorder(of: Nested.self).trace.transducer == "TraceFileTests.Nested")
        let stored = try TraceRecorder(of: Nested.self).trace.json()
        #expect(try NestedTrace(json: stored, of: Nested.self).transducer == "TraceFileTests.Nested")
        for name in ["Other.Nested", "Nested"] {
            let other = try NestedTrace(transducer: name, entries: []).json()
            #expect(throws: TraceError.otherTransducer(found: name, expected: "TraceFileTests.Nested")) {
                try NestedTrace(json: other, of: Nested.self)
            }
        }
    }

    @Test("Every kind of entry can be stored and read")
    func entries() throws {
        let kinds: [EffectKind] = [
            .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .sequence, .combination,
            .list, .departure, .rejection, .mistake, .postponement, .unexpected,
        ]
        let changes: [TracedEffect.Change] = [
            .started, .ended(error: nil), .ended(error: "\"no\"\n"), .cancelled(.replaced), .cancelled(.cancelTask),
            .cancelled(.childDeparted), .cancelled(.childEnded), .cancelled(.stateLeft), .cancelled(.partFailed),
            .cancelled(.machineEnded), .overdue,
        ]
        typealias Optionals = Trace<Int?, Int?, Int?>
        let trace = Optionals(
            transducer: "Barrier",
            entries: kinds.map { .effect(TracedEffect(kind: $0, id: "1", number: 2), .started) }
                + changes.map { .effect(TracedEffect(kind: .operation), $0) } + [
                    .runStarted(nil), .runStarted(1), .transition(to: nil), .output(nil), .output(2),
                    .eventTaken(nil, from: .external), .eventTaken(1, from: .action),
                    .eventTaken(2, from: .operation(3)),
                    .sendRejected(4, error: "full"), .runEnded(nil), .runEnded(3), .runFailed(error: "/broken/"),
                ])
        #expect(try Optionals(json: try trace.json(), of: Barrier.self) == trace)
    }

    private static let greeting = #"{"oak":1,"program":"Barrier","values":"coded"}\#n"#

    @Test(
        "The error for an unreadable file names the content found, the supported versions and a remedy",
        arguments: [
            (
                #"{"oak":2,"program":"Barrier","values":"coded"}"#,
                TraceError.unsupportedVersion(found: 2, supported: 1), "Update Oak"
            ),
            (#"{"oak":0,"program":"Loader"}"#, .unsupportedVersion(found: 0, supported: 1), "Record the run again"),
            (
                #"{"oak":1,"program":"Loader"}\#n{"run":1,"start":"idle"}"#,
                .otherTransducer(found: "Loader", expected: "Barrier"), "Name the file"
            ),
            (
                #"{"program":"Barrier"}"#,
                .malformed(location: "line 1 of the file", reason: #""oak" is missing."#), "record"
            ),
            (
                #"{"oak":1,"program":"Barrier"}"#,
                .malformed(
                    location: "line 1 of the file", reason: "Its values are described for people, not encoded."),
                "record"
            ),
            (
                Self.greeting + #"{"run":1,"start":{"locked":{}}}\#n{"run":1,"unknown":1}"#,
                .malformed(
                    location: "line 3 of the file",
                    reason: "A line has one of start, event, state, answer, rejected, change, output, end."), "line 3"
            ),
            (
                Self.greeting + #"{"run":1,"change":"started","effect":"space"}"#,
                .malformed(location: "line 2 of the file", reason: #""space" is not known here."#), "line 2"
            ),
        ])
    func malformed(json: String, error: TraceError, advice: String) {
        #expect(throws: error) { try Trace<Barrier.State, Barrier.Event, NoOutput>(json: json, of: Barrier.self) }
        #expect(error.description.contains(advice))
    }

    @Test("Files other than JSON, and changed states, are malformed", arguments: ["", "7", "{}", "[1", "{\"a\""])
    func noTrace(json: String) {
        #expect(throws: TraceError.self) {
            try Trace<Barrier.State, Barrier.Event, NoOutput>(json: json, of: Barrier.self)
        }
        let other = Self.greeting + #"{"run":1,"start":{"open":{}}}"#
        #expect(throws: TraceError.self) {
            try Trace<Barrier.State, Barrier.Event, NoOutput>(json: other, of: Barrier.self)
        }
    }

    @Test("A missing file is an error that names its path")
    func missingFile() {
        let error = #expect(throws: TraceError.self) {
            try Trace<Barrier.State, Barrier.Event, NoOutput>(contentsOf: "none.json", of: Barrier.self)
        }
        #expect(error?.description.contains("Traces/none.json") == true)
    }
}
