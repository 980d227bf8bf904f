import Foundation

/// The error of a text that does not describe a graph.
public struct GraphTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first mistake, and its place.
    package let reason: String

    public var description: String { "The text is not a stored graph: \(reason) Store the graph again." }
}

/// The error of a stored graph that cannot be read.
public struct GraphVersionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The version of the stored graph.
    package let stored: Int

    /// The version that this library reads and writes.
    package let supported: Int

    public var description: String {
        """
        The stored graph has version \(stored) of the schema, and this version of OakGraph reads version \(supported). \
        Store the graph again.
        """
    }
}

extension GraphModel {
    /// The version of the stored form.
    static let schemaVersion = 1

    /// The model as text to store beside a test: JSON with a line for each event, state and transition.
    ///
    /// Transitions name their states instead of counting them. A new state therefore changes no other line, and a
    /// review reads what has changed. Of several states with the same text, the second is called `.text #2`.
    ///
    /// ```
    /// {"schema":1,
    /// "machine":"Lamp",
    /// "initial":[".off"],
    /// "events":[
    /// ".pressed"
    /// ],
    /// "states":[
    /// {"cases":["off"],"state":".off"},
    /// {"cases":["on"],"state":".on"}
    /// ],
    /// "transitions":[
    /// {"from":".off","on":".pressed","to":".on"},
    /// {"from":".on","on":".pressed","to":".off"}
    /// ]}
    /// ```
    ///
    /// - Throws: ``GraphTextError`` if a transition or an initial state has the index of a missing state.
    /// - Complexity: O(*n*) for *n* states and transitions.
    public func text() throws -> String {
        let range = states.indices
        guard initial.allSatisfy(range.contains),
            transitions.allSatisfy({ range.contains($0.source) && range.contains($0.target) })
        else { throw GraphTextError(reason: "An index is not that of one of the \(states.count) states.") }

        let stored = StoredGraph(self)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        func list(_ key: String, _ values: [some Encodable]) throws -> String {
            "\"\(key)\":[\n" + (try values.map(line)).joined(separator: ",\n") + "\n]"
        }
        let parts = [
            "\"schema\":\(stored.schema)", "\"machine\":\(try line(stored.machine))",
            try stored.cut.map { "\"cut\":\(try line($0))" }, "\"initial\":\(try line(stored.initial))",
            try list("events", stored.events), try list("states", stored.states),
            try list("transitions", stored.transitions),
        ]
        return "{\(parts.compactMap { $0 }.joined(separator: ",\n"))}\n"
    }

    /// Reads a model.
    ///
    /// - Parameter text: The result of ``text()``.
    /// - Throws: ``GraphVersionError`` if the text has another version of the schema, ``GraphTextError`` if it is no
    ///   graph.
    public init(text: String) throws {
        struct Header: Decodable { let schema: Int }
        let (data, decoder) = (Data(text.utf8), JSONDecoder())
        do {
            // The version comes first: in another one, the rest may fail for a misleading reason.
            let version = try decoder.decode(Header.self, from: data).schema
            guard version == Self.schemaVersion else {
                throw GraphVersionError(stored: version, supported: Self.schemaVersion)
            }
            self = try decoder.decode(StoredGraph.self, from: data).model()
        } catch let error as DecodingError {
            throw GraphTextError(error)
        }
    }

    /// The texts of the states, with a number where a text occurs again.
    var stateNames: [String] {
        var names = Set(states.map(\.text))
        var counts: [String: Int] = [:]
        return states.map { state in
            var count = counts[state.text, default: 0] + 1
            defer { counts[state.text] = count }
            guard count > 1 else { return state.text }
            // The text of another state can look like a name.
            while !names.insert("\(state.text) #\(count)").inserted { count += 1 }
            return "\(state.text) #\(count)"
        }
    }
}

extension GraphTextError {
    /// Describes where decoding failed, and why.
    fileprivate init(_ error: DecodingError) {
        func place(_ context: DecodingError.Context, _ reason: String) -> String {
            let path = context.codingPath.map { key in key.intValue.map { "number \($0 + 1)" } ?? key.stringValue }
            return (path.isEmpty ? "" : "\(path.joined(separator: ", ")): ") + sentence(reason)
        }
        func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
        switch error {
        case .keyNotFound(let key, let context): reason = place(context, "'\(key.stringValue)' is missing")
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
            reason = place(context, context.debugDescription)
        @unknown default: reason = "\(error)."
        }
    }
}
