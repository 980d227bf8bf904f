import Foundation
public import Oak
import OakGraph
import OakText

// A trace has the lines that programs send to an inspector, with values that can be decoded.

extension Trace {
    private typealias Line = TraceLine<State, Event, Output>

    private var greeting: TraceGreeting { TraceGreeting(program: transducer, values: .coded) }

    /// A line for each entry; an event and its answer share a line.
    private var lines: [Line] {
        var lines: [Line] = []
        var run = 0
        for entry in entries {
            if case .runStarted = entry { run += 1 }
            if let last = lines.last, let line = last.completed(by: entry) {
                lines[lines.count - 1] = line
            } else {
                lines.append(Line(entry, run: max(1, run)))
            }
        }
        return lines
    }
}

extension TraceLine {
    /// The line of an event, with the answer to the event; `nil` for other lines, and entries that are no answer.
    fileprivate func completed(by entry: Trace<State, Event, Output>.Entry) -> TraceLine? {
        guard event != nil, state == nil, answer == nil else { return nil }
        var line = self
        switch entry {
        case .transition, .eventPostponed, .eventUnexpected: line.take(entry)
        case .runStarted, .eventTaken, .output, .effect, .sendRejected, .runEnded, .runFailed: return nil
        }
        return line
    }

    fileprivate init(_ entry: Trace<State, Event, Output>.Entry, run: Int) {
        self.init()
        self.run = run
        take(entry)
    }

    private mutating func take(_ entry: Trace<State, Event, Output>.Entry) {
        switch entry {
        case .runStarted(let state): start = state
        case .eventTaken(let event, let origin):
            self.event = event
            switch origin {
            case .external: break
            case .action: from = .action
            case .operation(let number): operation = number
            }
        case .transition(to: let state): self.state = state
        case .eventPostponed: answer = .postponed
        case .eventUnexpected(let child):
            answer = .unexpected
            self.child = child.isEmpty ? nil : child
        case .output(let output): self.output = output
        case .effect(let effect, let change): take(effect, change)
        case .sendRejected(let event, let error): (rejected, self.error) = (event, error)
        case .runEnded(let output): (end, self.output) = (.success, output)
        case .runFailed(let error): (end, self.error) = (.failure, error)
        }
    }

    private mutating func take(_ effect: TracedEffect, _ change: TracedEffect.Change) {
        (self.effect, id) = ("\(effect.kind)", effect.id)
        number = effect.number == 0 ? nil : effect.number
        activity = effect.isActivity ? true : nil
        switch change {
        case .started: self.change = .started
        case .ended(let error): (self.change, self.error) = (.ended, error)
        case .cancelled(let cause): (self.change, reason) = (.cancelled, "\(cause)")
        case .overdue: self.change = .overdue
        }
    }

    /// The entries of the line.
    fileprivate func entries() throws -> [Trace<State, Event, Output>.Entry] {
        func problem(_ text: String) -> DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: text)) }
        func named<Value>(_ name: String?, among all: [Value]) throws -> Value {
            if let named = all.first(where: { "\($0)" == name }) { return named }
            throw problem("\"\(name ?? "")\" is not known here.")
        }
        var entries: [Trace<State, Event, Output>.Entry] = []
        if let start { entries.append(.runStarted(start)) }
        if let event {
            entries.append(
                .eventTaken(event, from: operation.map { .operation($0) } ?? (from == nil ? .external : .action)))
        }
        if let state { entries.append(.transition(to: state)) }
        switch answer {
        case nil: break
        case .postponed?: entries.append(.eventPostponed)
        case .unexpected?: entries.append(.eventUnexpected(child: child ?? []))
        }
        if let rejected { entries.append(.sendRejected(rejected, error: error ?? "")) }
        if let change {
            let effect = TracedEffect(
                kind: try named(effect, among: effectKinds), id: id, number: number ?? 0,
                isActivity: activity ?? false)
            switch change {
            case .started: entries.append(.effect(effect, .started))
            case .ended: entries.append(.effect(effect, .ended(error: error)))
            case .cancelled:
                entries.append(.effect(effect, .cancelled(try named(reason, among: cancellationReasons))))
            case .overdue: entries.append(.effect(effect, .overdue))
            }
        }
        switch end {
        case nil: if let output { entries.append(.output(output)) }
        case .success?: entries.append(.runEnded(output))
        case .failure?: entries.append(.runFailed(error: error ?? ""))
        case .lost?: throw problem("A recorder knows how a run ends.")
        }
        if !entries.isEmpty { return entries }
        throw problem("A line has one of start, event, state, answer, rejected, change, output, end.")
    }
}

private let effectKinds: [EffectKind] = [
    .events, .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .sequence, .combination, .list,
    .departure, .rejection, .mistake, .postponement, .unexpected,
]
private let cancellationReasons: [CancellationReason] = [
    .replaced, .cancelTask, .stateLeft, .childDeparted, .childEnded, .partFailed, .machineEnded,
]

extension Trace where State: Encodable, Event: Encodable, Output: Encodable {
    /// The trace as lines of JSON with sorted keys, which makes traces comparable line by line.
    ///
    /// `oak-inspector` opens it, too.
    ///
    /// - Returns: The text, with a line break at its end.
    /// - Throws: `EncodingError` if a state, event or output cannot be encoded.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        }
        return try text(greeting) + lines.map { try text($0) }.joined()
    }

    /// Writes the trace into a file.
    ///
    /// - Parameters:
    ///   - file: The path of the file, absolute or relative to the directory of the source file.
    ///   - sourceFile: The source file of the test.
    /// - Throws: `EncodingError` if a value cannot be encoded, and any error of the file system.
    public func write(to file: String, nextTo sourceFile: StaticString = #filePath) throws {
        try Data(try json().utf8).write(to: URL(fileURLWithPath: path(of: file, nextTo: sourceFile)))
    }
}

extension Trace where State: Decodable, Event: Decodable, Output: Decodable {
    /// Reads a trace from lines of JSON.
    ///
    /// - Parameters:
    ///   - json: The result of ``json()``.
    ///   - transducer: The transducer that the trace has to belong to.
    /// - Throws: ``TraceError`` if the text is not a trace, or one of another version or another transducer.
    public init(json: String, of transducer: any BaseTransducer.Type) throws {
        let (lines, decoder) = (json.split(separator: "\n"), JSONDecoder())
        func read<Value>(_ number: Int, _ body: (JSONDecoder, Data) throws -> Value) throws -> Value {
            do {
                return try body(decoder, Data(lines.indices.contains(number) ? lines[number].utf8 : "".utf8[...]))
            } catch let error as DecodingError {
                let (place, text) = error.problem
                throw TraceError.malformed(
                    location: "line \(number + 1) of the file" + (place.isEmpty ? "" : ", \(place)"), reason: text)
            }
        }
        let greeting = try read(0) { try $0.decode(TraceGreeting.self, from: $1) }
        guard greeting.oak == TraceGreeting.version else {
            throw TraceError.unsupportedVersion(found: greeting.oak, supported: TraceGreeting.version)
        }
        let name = sourceText(ofType: transducer)
        guard greeting.program == name else {
            throw TraceError.otherTransducer(found: greeting.program, expected: name)
        }
        guard greeting.values == .coded else {
            throw TraceError.malformed(
                location: "line 1 of the file", reason: "Its values are described for people, not encoded.")
        }
        self.init(transducer: name, entries: [])
        for number in lines.indices.dropFirst() {
            entries += try read(number) { try $0.decode(Line.self, from: $1).entries() }
        }
    }

    /// Reads a trace from a file.
    ///
    /// - Parameters:
    ///   - file: The path of the file, absolute or relative to the directory of the source file.
    ///   - transducer: The transducer that the trace has to belong to.
    ///   - sourceFile: The source file of the test.
    /// - Throws: ``TraceError`` if the file does not exist, or does not contain a trace of this version and transducer.
    public init(
        contentsOf file: String, of transducer: any BaseTransducer.Type, nextTo sourceFile: StaticString = #filePath
    ) throws {
        let path = path(of: file, nextTo: sourceFile)
        let text: String
        do {
            text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        } catch {
            throw TraceError.unreadableFile(path: path, reason: error.localizedDescription)
        }
        try self.init(json: text, of: transducer)
    }
}

/// The path of a file that is named relative to the directory of a source file.
private func path(of file: String, nextTo sourceFile: StaticString) -> String {
    guard !file.hasPrefix("/") else { return file }
    return URL(fileURLWithPath: "\(sourceFile)").deletingLastPathComponent().appendingPathComponent(file).path
}

/// The reason why a stored trace cannot be used.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    static func unreadableFile(path: String, reason: String) -> TraceError {
        TraceError(
            description: """
                There is no trace that can be read at \(path): \(reason)
                Record a run with a TraceRecorder and store it there with trace.write(to:).
                """)
    }

    static func unsupportedVersion(found: Int, supported: Int) -> TraceError {
        TraceError(
            description: """
                The trace has version \(found) of the format; supported is version \(supported).
                \(found > supported ? "Update Oak, or record" : "Record") the run again with this version and store \
                the trace anew.
                """)
    }

    static func otherTransducer(found: String, expected: String) -> TraceError {
        TraceError(
            description: """
                The trace is one of \(found), not of \(expected).
                Name the file that holds a trace of \(expected); if \(found) was renamed, change "program" in the file.
                """)
    }

    /// - Parameters:
    ///   - location: The place within the file.
    ///   - reason: The problem there.
    static func malformed(location: String, reason: String) -> TraceError {
        TraceError(
            description: """
                This is not a trace of these states, events and outputs: \(reason) (at \(location))
                If their types have changed since the run was recorded, record it again, or correct that line of the \
                file.
                """)
    }
}
