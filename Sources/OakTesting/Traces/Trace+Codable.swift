import Foundation
public import Oak
import OakGraph

private enum TraceKey: CodingKey { case entries }

extension Trace: Encodable where State: Encodable, Event: Encodable, Output: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try TraceHeader(transducer: transducer).encode(to: encoder)
        var container = encoder.container(keyedBy: TraceKey.self)
        try container.encode(entries, forKey: .entries)
    }
}

extension Trace: Decodable where State: Decodable, Event: Decodable, Output: Decodable {
    /// Decodes a trace.
    ///
    /// - Throws: ``TraceError/unsupportedVersion(found:supported:)`` if the trace has another version; `DecodingError`
    ///   if it has another shape.
    public init(from decoder: any Decoder) throws {
        let header = try TraceHeader(from: decoder)
        let container = try decoder.container(keyedBy: TraceKey.self)
        self.init(transducer: header.transducer, entries: try container.decode([Entry].self, forKey: .entries))
    }
}

/// The first line of a file, which tells whether the entries can be read.
struct TraceHeader: Codable {
    /// The version of the format that is written, and the only one that is read.
    private static let version = 1

    let oakTrace: Int
    let transducer: String

    init(transducer: String) { (oakTrace, self.transducer) = (Self.version, transducer) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        oakTrace = try container.decode(Int.self, forKey: .oakTrace)
        guard oakTrace == Self.version else {
            throw TraceError.unsupportedVersion(found: oakTrace, supported: Self.version)
        }
        transducer = try container.decode(String.self, forKey: .transducer)
    }
}

// An entry is an object that begins with what happened: {"event": …, "from": "action"}. Default values are omitted.

private enum EntryKey: String, CodingKey {
    case start, event, from, operation, state, output, effect, id, number, change, reason, error, rejected, end, answer,
        child, activity
}

extension Trace.Entry: Encodable where State: Encodable, Event: Encodable, Output: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EntryKey.self)
        switch self {
        case .runStarted(let state): try container.encode(state, forKey: .start)
        case .eventTaken(let event, let origin):
            try container.encode(event, forKey: .event)
            switch origin {
            case .external: break
            case .action: try container.encode("action", forKey: .from)
            case .operation(let number): try container.encode(number, forKey: .operation)
            }
        case .transition(to: let state): try container.encode(state, forKey: .state)
        case .eventPostponed: try container.encode("postponed", forKey: .answer)
        case .eventUnexpected(let child):
            try container.encode("unexpected", forKey: .answer)
            if !child.isEmpty { try container.encode(child, forKey: .child) }
        case .output(let output): try container.encode(output, forKey: .output)
        case .effect(let effect, let change):
            try container.encode("\(effect.kind)", forKey: .effect)
            try container.encodeIfPresent(effect.id, forKey: .id)
            if effect.number != 0 { try container.encode(effect.number, forKey: .number) }
            if effect.isActivity { try container.encode(true, forKey: .activity) }
            switch change {
            case .started: try container.encode("started", forKey: .change)
            case .ended(let error):
                try container.encode("ended", forKey: .change)
                try container.encodeIfPresent(error, forKey: .error)
            case .cancelled(let reason):
                try container.encode("cancelled", forKey: .change)
                try container.encode("\(reason)", forKey: .reason)
            case .overdue: try container.encode("overdue", forKey: .change)
            }
        case .sendRejected(let event, let error):
            try container.encode(event, forKey: .rejected)
            try container.encode(error, forKey: .error)
        case .runEnded(let output):
            try container.encode("success", forKey: .end)
            if let output { try container.encode(output, forKey: .output) }
        case .runFailed(let error):
            try container.encode("failure", forKey: .end)
            try container.encode(error, forKey: .error)
        }
    }
}

extension Trace.Entry: Decodable where State: Decodable, Event: Decodable, Output: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EntryKey.self)
        func value<Value: Decodable>(_ key: EntryKey) throws -> Value { try container.decode(Value.self, forKey: key) }
        func optional<Value: Decodable>(_ key: EntryKey) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        func unknown(_ key: EntryKey, _ text: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: "\"\(text)\" is not known here.")
        }
        func named<Value>(_ key: EntryKey, among all: [Value]) throws -> Value {
            let name: String = try value(key)
            guard let named = all.first(where: { "\($0)" == name }) else { throw unknown(key, name) }
            return named
        }
        func effect() throws -> TracedEffect {
            TracedEffect(
                kind: try named(.effect, among: effectKinds), id: try optional(.id), number: try optional(.number) ?? 0,
                isActivity: try optional(.activity) ?? false)
        }

        // The first of these keys determines the kind of entry; others of them may follow it.
        let kinds: [EntryKey] = [.start, .event, .rejected, .effect, .end, .state, .answer, .output]
        guard let kind = kinds.first(where: container.contains) else {
            let problem = "An entry has one of \(kinds.map(\.rawValue).joined(separator: ", "))."
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
        // The word that tells entries of one kind apart.
        let word: String =
            switch kind {
            case .effect: try value(.change)
            case .end, .answer: try value(kind)
            default: ""
            }
        switch (kind, word) {
        case (.start, _): self = .runStarted(try value(.start))
        case (.event, _):
            switch (try optional(.operation) as Int?, try optional(.from) as String?) {
            case (let number?, _): self = .eventTaken(try value(.event), from: .operation(number))
            case (nil, nil): self = .eventTaken(try value(.event), from: .external)
            case (nil, "action"): self = .eventTaken(try value(.event), from: .action)
            case (nil, let other?): throw unknown(.from, other)
            }
        case (.rejected, _): self = .sendRejected(try value(.rejected), error: try value(.error))
        case (.effect, "started"): self = .effect(try effect(), .started)
        case (.effect, "ended"): self = .effect(try effect(), .ended(error: try optional(.error)))
        case (.effect, "cancelled"):
            self = .effect(try effect(), .cancelled(try named(.reason, among: cancellationReasons)))
        case (.effect, "overdue"): self = .effect(try effect(), .overdue)
        case (.end, "success"): self = .runEnded(container.contains(.output) ? try value(.output) : nil)
        case (.end, "failure"): self = .runFailed(error: try value(.error))
        case (.state, _): self = .transition(to: try value(.state))
        case (.answer, "postponed"): self = .eventPostponed
        case (.answer, "unexpected"): self = .eventUnexpected(child: try optional(.child) ?? [])
        case (.output, _): self = .output(try value(.output))
        default: throw unknown(kind == .effect ? .change : kind, word)
        }
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
    /// The trace as JSON with one entry per line and sorted keys, which makes traces comparable line by line.
    ///
    /// - Returns: The text, with a line break at its end.
    /// - Throws: `EncodingError` if a state, event or output cannot be encoded.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        let header = try text(TraceHeader(transducer: transducer)).dropLast()
        let lines = try entries.map { try text($0) }
        return "\(header),\"entries\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
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
    /// Reads a trace from JSON.
    ///
    /// - Parameters:
    ///   - json: The result of ``json()``.
    ///   - transducer: The transducer that the trace has to belong to.
    /// - Throws: ``TraceError`` if the text is not a trace, or one of another version or another transducer.
    public init(json: String, of transducer: any BaseTransducer.Type) throws {
        let (data, decoder) = (Data(json.utf8), JSONDecoder())
        do {
            // The header is checked first: entries of another transducer fail to decode, for a misleading reason.
            let header = try decoder.decode(TraceHeader.self, from: data)
            let name = sourceText(ofType: transducer)
            guard header.transducer == name else {
                throw TraceError.otherTransducer(found: header.transducer, expected: name)
            }
            self = try decoder.decode(Self.self, from: data)
        } catch let error as DecodingError {
            throw TraceError(error)
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
public enum TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file does not exist or cannot be read.
    case unreadableFile(path: String, reason: String)

    /// This version of the library does not read the version of the trace's format.
    case unsupportedVersion(found: Int, supported: Int)

    /// The trace belongs to another transducer.
    case otherTransducer(found: String, expected: String)

    /// The file is not a trace of these states, events and outputs.
    ///
    /// `location` is the path to the place within the file, and `reason` describes the problem there.
    case malformed(location: String, reason: String)

    public var description: String {
        switch self {
        case .unreadableFile(let path, let reason):
            """
            There is no trace that can be read at \(path): \(reason)
            Record a run with a TraceRecorder and store it there with trace.write(to:).
            """
        case .unsupportedVersion(let found, let supported):
            """
            The trace has version \(found) of the format; supported is version \(supported).
            \(found > supported ? "Update Oak, or record" : "Record") the run again with this version and store \
            the trace anew.
            """
        case .otherTransducer(let found, let expected):
            """
            The trace is one of \(found), not of \(expected).
            Name the file that holds a trace of \(expected); if \(found) was renamed, change "transducer" in the file.
            """
        case .malformed(let location, let reason):
            """
            This is not a trace of these states, events and outputs: \(reason) (at \(location))
            If their types have changed since the run was recorded, record it again, or correct that line of the file.
            """
        }
    }

    /// Describes where decoding failed, and why.
    init(_ error: DecodingError) {
        func malformed(_ context: DecodingError.Context, _ reason: String) -> TraceError {
            let path = context.codingPath.map { key in
                // Lines are counted from one, and the first one is the header.
                key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
            }
            let entry = context.codingPath.dropFirst().first?.intValue
            let line = entry.map { "line \($0 + 2) of the file, " } ?? ""
            return .malformed(location: line + (path.isEmpty ? "the top" : path.joined()), reason: reason)
        }
        self =
            switch error {
            case .keyNotFound(let key, let context): malformed(context, "\"\(key.stringValue)\" is missing.")
            case .valueNotFound(let type, let context): malformed(context, "\(type) is missing.")
            case .typeMismatch(let type, let context): malformed(context, "\(type) was expected.")
            case .dataCorrupted(let context): malformed(context, context.debugDescription)
            @unknown default: .malformed(location: "an unknown place", reason: "\(error)")
            }
    }
}
