import OakTesting

@testable import OakWeb

/// The random plan of a scene, from which a similar one can be made.
struct Plan {
    enum Node {
        case text(String)
        case element(TagName, key: String?, attributes: [Attribute], [Node])
    }

    var nodes: [Node]

    var html: HTML { HTML { for node in nodes { Plan.html(node) } } }

    private static func html(_ node: Node) -> HTML {
        switch node {
        case .text(let text): return HTML { text }
        case .element(let tag, let key, let attributes, let children):
            let (first, second, third) = (attributes.first, attributes.dropFirst().first, attributes.dropFirst(2).first)
            return HTML {
                Element(Tag<Place.Flow, Place.Flow>(tag), key: key, first, second, third) {
                    for child in tag.isVoid ? [] : children { html(child) }
                }
            }
        }
    }
}

extension Plan {
    static let texts = [
        "", "a", "b", "<b>", "&amp;", "\"quoted\"", "\r\n", "\u{0}", "\u{E9}", "e\u{301}", "👩‍👩‍👧", "\u{202E}abc", "]]>",
        "'", "\\",
        "\u{1}", "  ", "<!--", "</p>", "null",
    ]

    static func random(using random: inout SeededGenerator) -> Plan {
        Plan(nodes: list(depth: 2, using: &random))
    }

    private static func list(depth: Int, using random: inout SeededGenerator) -> [Node] {
        let keys = (0..<6).map { "key \($0)" }.shuffled(using: &random)
        let isKeyed = Bool.random(using: &random)
        return (0..<Int.random(in: 0...6, using: &random)).map { place in
            // Some keys are there twice.
            let key = isKeyed ? (Int.random(in: 0..<10, using: &random) == 0 ? keys[0] : keys[place % 6]) : nil
            return node(depth: depth, key: key, using: &random)
        }
    }

    private static func node(depth: Int, key: String?, using random: inout SeededGenerator) -> Node {
        if key == nil, depth == 0 || Int.random(in: 0..<3, using: &random) == 0 { return .text(text(using: &random)) }
        let tags: [TagName] = [.div, .span, .li, .button, .input]
        let attributes = (0..<Int.random(in: 0...3, using: &random)).map { _ in attribute(using: &random) }
        return .element(
            tags.randomElement(using: &random) ?? .div, key: key, attributes: attributes,
            depth == 0 ? [] : list(depth: depth - 1, using: &random))
    }

    private static func text(using random: inout SeededGenerator) -> String {
        texts.randomElement(using: &random) ?? ""
    }

    private static func attribute(using random: inout SeededGenerator) -> Attribute {
        let value = text(using: &random)
        return [
            .class(value), .value(value), .aria(.label, value), .says("name", value), .says("<other>", value),
            .disabled,
            .id(value), .href(page: value),
        ].randomElement(using: &random) ?? .disabled
    }

    /// A scene that is like this one.
    func changed(using random: inout SeededGenerator) -> Plan {
        Plan(nodes: Plan.change(nodes, depth: 2, using: &random))
    }

    private static func change(_ nodes: [Node], depth: Int, using random: inout SeededGenerator) -> [Node] {
        var nodes = nodes
        switch Int.random(in: 0..<8, using: &random) {
        case 0: nodes.shuffle(using: &random)
        case 1: nodes.reverse()
        case 2 where !nodes.isEmpty: nodes.remove(at: Int.random(in: nodes.indices, using: &random))
        case 3:
            nodes.insert(
                node(depth: max(0, depth - 1), key: nil, using: &random),
                at: Int.random(in: 0...nodes.count, using: &random))
        case 4 where !nodes.isEmpty: nodes.append(nodes.removeFirst())
        case 5 where !nodes.isEmpty: nodes.append(nodes[0])
        case _: break
        }
        return nodes.map { node in
            guard case .element(let tag, let key, let attributes, let children) = node else {
                return Int.random(in: 0..<5, using: &random) == 0 ? .text(text(using: &random)) : node
            }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return .element(.p, key: key, attributes: attributes, children)
            case 1: return .element(tag, key: key, attributes: attributes.shuffled(using: &random), children)
            case 2:
                return .element(
                    tag, key: key, attributes: attributes.dropLast() + [attribute(using: &random)], children)
            case _:
                return .element(
                    tag, key: key, attributes: attributes, change(children, depth: depth - 1, using: &random))
            }
        }
    }
}
