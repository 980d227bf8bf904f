import Foundation

/// A trace that a recorder of OakTesting has written, read without the types of its machine.
struct StoredTrace {
    /// An external event, and the state after its macrostep.
    struct Step {
        let line: Int
        let event: JSONValue
        var state: JSONValue?
        /// Whether the machine answered *postponed* or *unexpected*.
        var answer: String?
    }

    let start: JSONValue
    let steps: [Step]

    /// Whether a file is meant to be a trace.
    static func isTrace(_ text: String) -> Bool { text.prefix { $0 != "\n" }.contains("\"oakTrace\"") }

    /// - Throws: ``ReplayError`` if the text is no trace of a version that is known here.
    init(_ text: String) throws(ReplayError) {
        guard let document = JSONValue(text), let entries = document["entries"]?.array else { throw .malformedTrace }
        guard document["oakTrace"] == .number(1) else {
            throw .otherVersion(found: document["oakTrace"]?.text ?? "none", supported: 1)
        }
        guard let start = entries.lazy.compactMap({ $0["start"] }).first else { throw .malformedTrace }
        self.start = start
        var steps: [Step] = []
        for (index, entry) in entries.enumerated() {
            if let event = entry["event"] {
                // Action events follow from the machine.
                if entry["from"] == nil { steps.append(Step(line: index + 2, event: event)) }
            } else if steps.isEmpty {
                continue
            } else if let state = entry["state"], entry["effect"] == nil {
                steps[steps.count - 1].state = state
            } else if let answer = entry["answer"] {
                steps[steps.count - 1].answer = answer.text
            }
        }
        self.steps = steps
    }
}

/// A value of JSON that can be compared.
indirect enum JSONValue: Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init?(_ text: String) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else { return nil }
        self = value
    }

    /// The encoding of a value; `nil` if it has none.
    init?(encoding value: some Any) {
        guard let value = value as? any Encodable, let data = try? JSONEncoder().encode(value) else { return nil }
        self.init(String(decoding: data, as: UTF8.self))
    }

    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    var array: [JSONValue]? {
        guard case .list(let values) = self else { return nil }
        return values
    }

    var text: String {
        if case .string(let text) = self { return text }
        return (try? Console.json(self)) ?? ""
    }

    /// Decodes a value of a type that may turn out not to be decodable.
    func decoded<Value>(as type: Value.Type) -> Value? {
        guard let type = type as? any Decodable.Type, let data = try? JSONEncoder().encode(self) else { return nil }
        return (try? JSONDecoder().decode(type, from: data)) as? Value
    }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        // Whole numbers without a fraction, for types that decode integers.
        case .number(let value):
            if let whole = Int(exactly: value) { try container.encode(whole) } else { try container.encode(value) }
        case .string(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
