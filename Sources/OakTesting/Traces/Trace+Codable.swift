/// The version of the format that is written, and the only one that is read.
private let formatVersion = 1

private enum TraceKey: String, CodingKey {
    case version = "oakTrace"
    case transducer, entries
}

extension Trace: Encodable where State: Encodable, Event: Encodable, Output: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TraceKey.self)
        try container.encode(formatVersion, forKey: .version)
        try container.encode(transducer, forKey: .transducer)
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
    let transducer: String

    init(transducer: String) { self.transducer = transducer }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TraceKey.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == formatVersion else {
            throw TraceError.unsupportedVersion(found: version, supported: formatVersion)
        }
        transducer = try container.decode(String.self, forKey: .transducer)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TraceKey.self)
        try container.encode(formatVersion, forKey: .version)
        try container.encode(transducer, forKey: .transducer)
    }
}
