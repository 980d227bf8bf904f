/// The error of a stored graph that cannot be read.
public struct GraphVersionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The version of the stored graph.
    public let stored: Int

    /// The version that this library reads and writes.
    public let supported: Int

    public var description: String {
        """
        The stored graph has version \(stored) of the schema, and this version of OakGraph reads version \(supported). \
        Store the graph again.
        """
    }
}

extension GraphModel: Codable {
    /// The version of the schema that this library reads and writes.
    public static let schemaVersion = 1

    private enum Key: String, CodingKey {
        case schema, machine, states, initial, events, transitions, cut
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .schema)
        guard version == Self.schemaVersion else {
            throw GraphVersionError(stored: version, supported: Self.schemaVersion)
        }
        self.init(
            machine: try container.decode(String.self, forKey: .machine),
            states: try container.decode([State].self, forKey: .states),
            initial: try container.decode([Int].self, forKey: .initial),
            events: try container.decode([String].self, forKey: .events),
            transitions: try container.decode([Transition].self, forKey: .transitions),
            cut: try container.decodeIfPresent(String.self, forKey: .cut))
        let range = states.indices
        guard initial.allSatisfy(range.contains), transitions.allSatisfy({ range.contains($0.source) }),
            transitions.allSatisfy({ range.contains($0.target) })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "A transition names a state that is missing.")
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schemaVersion, forKey: .schema)
        try container.encode(machine, forKey: .machine)
        try container.encode(states, forKey: .states)
        try container.encode(initial, forKey: .initial)
        try container.encode(events, forKey: .events)
        try container.encode(transitions, forKey: .transitions)
        try container.encodeIfPresent(cut, forKey: .cut)
    }
}
