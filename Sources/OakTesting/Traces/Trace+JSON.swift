import Foundation
public import Oak
import OakGraph

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

extension TraceError {
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
