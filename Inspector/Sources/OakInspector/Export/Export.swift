import Foundation
import OakText

/// The files that a page offers about a run.
enum Export: String, CaseIterable, Sendable {
    case trace, test, diagram

    var title: String {
        switch self {
        case .trace: "Trace (JSON lines)"
        case .test: "Test (Swift)"
        case .diagram: "Diagram (Mermaid)"
        }
    }

    private var suffix: String {
        switch self {
        case .trace: "jsonl"
        case .test: "swift"
        case .diagram: "mmd"
        }
    }

    func fileName(of run: Int) -> String { "\(rawValue)-\(run).\(suffix)" }

    /// The kind and the run of a file.
    static func wanted(by fileName: String) -> (export: Export, run: Int)? {
        let number = fileName.drop { $0 != "-" }.dropFirst().prefix { $0 != "." }
        guard let run = Int(number) else { return nil }
        return allCases.first { $0.fileName(of: run) == fileName }.map { ($0, run) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Ledger {
    /// The content of a file that a page offers; `nil` if there is none with this name.
    func export(named name: String) -> String? {
        guard let (export, number) = Export.wanted(by: name), let run = run(number) else { return nil }
        refresh()
        return switch export {
        case .trace: Self.trace(of: run)
        case .test: run.testSource
        case .diagram: run.mermaid
        }
    }

    /// The lines of the trace of a run.
    private static func trace(of run: RunRecord) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) -> String {
            // Numbers and texts can always be encoded.
            (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
        return line(TraceGreeting(program: run.title.name)) + run.trace.map { line($0) }.joined()
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// The reports from which another inspector learns all that is known about the run.
    var trace: [Report] {
        withContent { content in
            var reports = [Report(run: number, time: start, news: .began(title))]
            reports += content.log.entries.map { Report(run: number, time: $0.time, news: .entry($0)) }
            let end = content.log.entries.last?.time ?? start
            if content.omitted > 0 {
                var tally = Tally()
                tally.omitted = content.omitted
                reports.append(Report(run: number, time: end, news: .tally(tally)))
            }
            if let state = content.state { reports.append(Report(run: number, time: end, news: .state(state))) }
            if content.standing != .running {
                reports.append(Report(run: number, time: end, news: .end(content.standing)))
            }
            return reports
        }
    }

    /// The states and transitions that were seen, for Mermaid.
    var mermaid: String {
        let (states, edges) = withContent { ($0.states, $0.edges) }
        let names = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, "s\($0)") })
        var lines = ["stateDiagram-v2"]
        // Colons and line ends would end a name.
        func label(_ text: String) -> String {
            text.map { $0 == ":" ? "#colon;" : $0.isNewline || $0 == ";" ? " " : "\($0)" }.joined()
        }
        for state in states { lines.append("    \(names[state] ?? ""): \(label(state))") }
        let order = edges.keys.sorted { ($0.source, $0.target, $0.event) < ($1.source, $1.target, $1.event) }
        for edge in order {
            guard let source = names[edge.source], let target = names[edge.target] else { continue }
            lines.append("    \(source) --> \(target): \(label(edge.event)) (\(edges[edge] ?? 0))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The source of a test that repeats the transitions of the log, and expects the states that were seen.
    ///
    /// It calls `update` and compares states, which have to be `Equatable`. A change of the machine makes it fail, and
    /// so does an expectation that is corrected before the machine is.
    var testSource: String {
        let entries = withContent { content in
            content.log.entries.filter {
                $0.kind != .rejected && $0.value != nil && $0.state != nil && $0.before != nil
            }
        }
        let machine = String(title.machine.prefix { $0 != " " })
        func test(_ lines: [String]) -> String {
            let body = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            return "import Testing\n\n"
                + generatedTest(named: "The recorded run of \(title.name)", body, orElse: "recordedRun") + "\n"
        }
        guard let first = entries.first, let start = first.before else {
            return test(["// No transition was seen. Open the page of the inspector before the machine works."])
        }
        var lines = ["var state: \(machine).State = \(start.source)"]
        var known = start
        for entry in entries {
            guard let event = entry.value, let before = entry.before, let state = entry.state else { continue }
            if before != known { lines += ["", "// Transitions that nobody saw.", "state = \(before.source)"] }
            lines += [
                "", "_ = \(machine).update(&state, event: \(event.source))", "#expect(state == \(state.source))",
            ]
            known = state
        }
        let gaps = "// Fill in the values in <#…#>: they were hidden, or too large to be recorded."
        return test(lines.contains { $0.contains("<#") } ? [gaps] + lines : lines)
    }
}
