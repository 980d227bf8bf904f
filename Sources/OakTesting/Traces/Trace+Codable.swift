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
