import Foundation
public import Oak

extension Trace where State: Encodable, Event: Encodable, Output: Encodable {
    /// The trace as JSON, with one entry a line and sorted keys, so that two of them can be compared by line.
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
    ///   - file: The name of the file; relative to the directory of the source file, if it is not an absolute path.
    ///   - sourceFile: The file with the test.
    /// - Throws: `EncodingError` if a value cannot be encoded, and what the file system reports.
    public func write(to file: String, nextTo sourceFile: StaticString = #filePath) throws {
        try Data(try json().utf8).write(to: URL(fileURLWithPath: path(of: file, nextTo: sourceFile)))
    }
}

extension Trace where State: Decodable, Event: Decodable, Output: Decodable {
    /// Reads a trace from JSON.
    ///
    /// - Parameters:
    ///   - json: What ``json()`` gave.
    ///   - transducer: The transducer that it has to be a trace of.
    /// - Throws: ``TraceError`` if it is not a trace, one of another version, or one of another transducer.
    public init(json: String, of transducer: any BaseTransducer.Type) throws {
        let (data, decoder) = (Data(json.utf8), JSONDecoder())
        do {
            // A trace of another transducer has entries of another kind: what is wrong with it is not that.
            let header = try decoder.decode(TraceHeader.self, from: data)
            let name = sourceText(ofType: transducer)
            // A trace may have been stored with the short name, when that was what a recorder gave it.
            guard [name, "\(transducer)"].contains(header.transducer) else {
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
    ///   - file: The name of the file; relative to the directory of the source file, if it is not an absolute path.
    ///   - transducer: The transducer that it has to be a trace of.
    ///   - sourceFile: The file with the test.
    /// - Throws: ``TraceError`` if there is no such file, if it does not hold a trace, or one of another version or of another
    ///   transducer.
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
    /// Says in words where decoding failed, and why.
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
