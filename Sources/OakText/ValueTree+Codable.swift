package import Foundation

// One key tells the kind of a value: {"case": "open"}, {"text": "abc"}, {"list": […]}.
extension ValueTree: Codable {
    private enum Key: String, CodingKey {
        case plain, text, beginning, `case`, of, type, parts, tuple, list, dictionary, hidden, omitted
    }

    package init(from decoder: any Decoder) throws {
        guard !decoder.hasCodedValues else {
            self = try JSONValue(from: decoder).tree
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .plain) {
            self.init(.plain(text))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self.init(.text(text))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .beginning) {
            self.init(.beginning(text))
        } else if let name = try container.decodeIfPresent(String.self, forKey: .case) {
            let payload = try container.decodeIfPresent(ValueTree.self, forKey: .of)
            self.init(.enumCase(name), payload.map { [Part(label: nil, $0)] } ?? [])
        } else if let type = try container.decodeIfPresent(String.self, forKey: .type) {
            self.init(.structure(type), try container.decodeIfPresent([Part].self, forKey: .parts) ?? [])
        } else if let parts = try container.decodeIfPresent([Part].self, forKey: .tuple) {
            self.init(.tuple, parts)
        } else if let parts = try container.decodeIfPresent([Part].self, forKey: .list) {
            self.init(.list, parts)
        } else if let parts = try container.decodeIfPresent([Part].self, forKey: .dictionary) {
            self.init(.dictionary, parts)
        } else if container.contains(.hidden) {
            self.init(.hidden)
        } else {
            // Also a kind that nobody knows: any program may write reports.
            self.init(.omitted)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch kind {
        case .plain(let text): try container.encode(text, forKey: .plain)
        case .text(let text): try container.encode(text, forKey: .text)
        case .beginning(let text): try container.encode(text, forKey: .beginning)
        case .enumCase(let name):
            try container.encode(name, forKey: .case)
            try container.encodeIfPresent(parts.first?.value, forKey: .of)
        case .structure(let type):
            try container.encode(type, forKey: .type)
            if !parts.isEmpty { try container.encode(parts, forKey: .parts) }
        case .tuple: try container.encode(parts, forKey: .tuple)
        case .list: try container.encode(parts, forKey: .list)
        case .dictionary: try container.encode(parts, forKey: .dictionary)
        case .hidden: try container.encode(true, forKey: .hidden)
        case .omitted: try container.encode(true, forKey: .omitted)
        }
    }
}

extension ValueTree.Part: Codable {
    private enum Key: String, CodingKey { case label, key, value }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let value = try container.decode(ValueTree.self, forKey: .value)
        if let key = try container.decodeIfPresent(ValueTree.self, forKey: .key) {
            self.init(key: key, value)
        } else {
            self.init(label: try container.decodeIfPresent(String.self, forKey: .label), value)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(key, forKey: .key)
        if key == nil { try container.encodeIfPresent(label, forKey: .label) }
        try container.encode(value, forKey: .value)
    }
}

extension ValueTree {
    /// The part of a value of another program that is within limits.
    package func within(_ limits: Limits) -> ValueTree {
        var rest = limits.parts
        return within(limits, depth: 0, &rest)
    }

    private func within(_ limits: Limits, depth: Int, _ rest: inout Int) -> ValueTree {
        rest -= 1
        if depth > limits.depth { return ValueTree(.omitted) }
        var shown: [Part] = []
        for part in parts {
            guard rest > 0, shown.count < limits.elements else {
                shown.append(Part(label: nil, ValueTree(.omitted)))
                break
            }
            let key = part.key?.within(limits, depth: depth + 1, &rest)
            let value = part.value.within(limits, depth: depth + 1, &rest)
            shown.append(
                key.map { Part(key: $0, value) }
                    ?? Part(label: part.label.map { abbreviated($0, to: limits.text) }, value))
        }
        return ValueTree(kind.shortened(to: limits.text), shown)
    }
}

extension JSONDecoder {
    fileprivate static let codedValues = CodingUserInfoKey(rawValue: "oak.codedValues")

    /// - Parameter hasCodedValues: Whether values are written as they encode themselves, and not as trees.
    package convenience init(ofCodedValues hasCodedValues: Bool) {
        self.init()
        if hasCodedValues, let key = Self.codedValues { userInfo[key] = true }
    }
}

extension Decoder {
    fileprivate var hasCodedValues: Bool { JSONDecoder.codedValues.map { userInfo[$0] != nil } ?? false }
}
