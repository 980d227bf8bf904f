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

extension ElementPatch {
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
