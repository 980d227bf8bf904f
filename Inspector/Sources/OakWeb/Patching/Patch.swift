/// The changes that turn a part of a page into another.
///
/// It goes to the browser as JSON, with names of one letter. Positions are numbers: that of a node among its siblings,
/// as a parser of the markup counts them.
///
/// | letter | meaning |
/// |---|---|
/// | `t` | the new text of a text |
/// | `h` | the markup that replaces the node |
/// | `a` | attributes by name, `null` if removed |
/// | `o` | the new content of an element, in order: `[first, count]` for nodes that it has, and markup |
/// | `c` | patches of children by number |
enum Patch: Equatable, Encodable, Sendable {
    /// A text changes.
    case text(String)
    /// An element changes.
    case element(ElementPatch)
    /// Another node replaces this one.
    case replacement(Node)

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

/// The changes of an element, applied in the order of these properties.
struct ElementPatch: Equatable, Encodable, Sendable {
    /// Attributes by name: their new value, or `nil` if removed.
    var attributes: [String: String?] = [:]
    /// The new order of its content, if it has other nodes or another order.
    var arrangement: [Run]?
    /// The changes of its children, by their position in the new order.
    var within: [Int: Patch] = [:]

    var isEmpty: Bool { attributes.isEmpty && arrangement == nil && within.isEmpty }

    /// Consecutive siblings.
    enum Run: Equatable, Encodable, Sendable {
        /// Nodes that had these positions.
        case kept(Range<Int>)
        /// New nodes.
        case new([Node])

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

    // MARK: Differences

    fileprivate mutating func change(attributes old: [Attribute], to new: [Attribute]) {
        if old == new { return }
        for attribute in old where !new.contains(where: { $0.name == attribute.name }) {
            attributes.updateValue(nil, forKey: attribute.name)
        }
        for attribute in new where !old.contains(attribute) {
            attributes.updateValue(attribute.value, forKey: attribute.name)
        }
    }

    fileprivate mutating func change(children old: [Node], to new: [Node]) {
        let origins = ElementPatch.origins(of: new, in: old)
        for (place, origin) in origins.enumerated() {
            guard let origin, let patch = old[origin].difference(to: new[place]) else { continue }
            within[place] = patch
        }
        if old.count == new.count, origins.indices.allSatisfy({ origins[$0] == $0 }) { return }
        arrangement = ElementPatch.runs(of: new, from: origins)
    }

    /// The positions of the nodes of a new list in the old one; `nil` for new nodes.
    private static func origins(of new: [Node], in old: [Node]) -> [Int?] {
        // The common case: all nodes have kept their positions.
        if old.count == new.count, zip(old, new).allSatisfy({ $0.identity == $1.identity }) {
            return Array(new.indices)
        }
        var places: [Identity: [Int]] = [:]
        for (place, node) in old.enumerated().reversed() { places[node.identity, default: []].append(place) }
        return new.map { places[$0.identity]?.popLast() }
    }

    private static func runs(of new: [Node], from origins: [Int?]) -> [Run] {
        var runs: [Run] = []
        var place = 0
        while place < new.count {
            let start = place
            let first = origins[start]
            repeat {
                place += 1
            } while place < new.count && origins[place] == first.map { $0 + place - start }
            runs.append(first.map { .kept($0..<$0 + place - start) } ?? .new(Array(new[start..<place])))
        }
        return runs
    }
}

extension HTML {
    /// The changes that turn this fragment into another; `nil` if they are the same.
    ///
    /// Elements are the same if they have the same key, or if they have no key and the same tag, in order.
    ///
    /// - Parameter other: The new fragment.
    /// - Complexity: O(*n*) in the number of nodes, apart from comparing their texts.
    func difference(to other: HTML) -> ElementPatch? {
        var patch = ElementPatch()
        patch.change(children: nodes, to: other.nodes)
        return patch.isEmpty ? nil : patch
    }
}

extension Node {
    /// The changes that turn this node into another one with the same identity; `nil` without changes.
    fileprivate func difference(to other: Node) -> Patch? {
        switch (self, other) {
        case (.text(let old), .text(let new)):
            return old.isWritten(like: new) ? nil : .text(new)
        case (.element(let old), .element(let new)) where old.tag == new.tag:
            var patch = ElementPatch()
            patch.change(attributes: old.attributes, to: new.attributes)
            patch.change(children: old.content.nodes, to: new.content.nodes)
            return patch.isEmpty ? nil : .element(patch)
        case (.element, .element), (.text, .element), (.element, .text):
            return .replacement(other)
        }
    }

    fileprivate var identity: Identity {
        switch self {
        case .text: .text
        case .element(let element): element.key.map(Identity.key) ?? .tag(element.tag)
        }
    }
}

/// The identity of a node across two lists.
private enum Identity: Hashable {
    case text
    case tag(TagName)
    case key(String)
}
