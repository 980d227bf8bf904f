// | letter | meaning |
// |---|---|
// | `t` | the new text of a text |
// | `h` | the markup that replaces the node |
// | `a` | attributes by name, `null` if removed |
// | `o` | the new content of an element, in order: `[first, count]` for nodes that it has, and markup |
// | `c` | patches of children by number |

extension Patch: Encodable {
    private enum Key: String, CodingKey { case text = "t", markup = "h" }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .element(let patch):
            try patch.encode(to: encoder)
        case .text(let text):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(text.withoutNull, forKey: .text)
        case .replacement(let node):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(HTML(nodes: [node]).markup, forKey: .markup)
        }
    }
}

extension ElementPatch: Encodable {
    private enum Key: String, CodingKey { case attributes = "a", order = "o", within = "c" }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if !attributes.isEmpty { try container.encode(attributes.mapValues { $0?.withoutNull }, forKey: .attributes) }
        if let arrangement { try container.encode(arrangement, forKey: .order) }
        if !within.isEmpty {
            let named = Dictionary(uniqueKeysWithValues: within.map { ("\($0)", $1) })
            try container.encode(named, forKey: .within)
        }
    }
}

extension ElementPatch.Run: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .kept(let range):
            var container = encoder.unkeyedContainer()
            try container.encode(range.lowerBound)
            try container.encode(range.count)
        case .new(let nodes):
            var container = encoder.singleValueContainer()
            try container.encode(HTML(nodes: nodes).markup)
        }
    }
}
