/// An element of a page, for one kind of place.
public struct Element<Kind: Place.Kind>: Equatable, Sendable {
    let node: ElementNode

    /// Creates an element.
    ///
    /// - Parameters:
    ///   - tag: Its tag, which decides where the element may be, and what it may contain.
    ///   - key: Identifies it among its siblings. An element with a key keeps its identity, and with it the focus and
    ///     the typed text, wherever it moves among them; one without a key is identified by its position.
    ///   - attributes: Its attributes. If two have the same name, the last one counts. A button without a type submits
    ///     no form.
    ///   - content: Its content; elements such as an `input` have none.
    public init<Content>(
        _ tag: Tag<Kind, Content>, key: String? = nil, _ attributes: Attribute?...,
        @HTMLBuilder<Content> content: () -> Fragment<Content> = { .empty }
    ) {
        var named: [Attribute] = []
        for case let attribute? in attributes {
            named.removeAll { $0.name == attribute.name }
            named.append(attribute)
        }
        // A browser takes any other button within a form for one that submits it.
        if tag.name == .button, !named.contains(where: { $0.name == "type" }) { named.append(.type(.button)) }
        node = ElementNode(tag: tag.name, key: key, attributes: named, content: HTML(nodes: content().nodes))
    }
}

/// An element, wherever it is.
struct ElementNode: Equatable, Sendable {
    /// Its tag.
    let tag: TagName
    /// Identifies it among its siblings, independent of its position.
    let key: String?
    /// Its attributes, each name once.
    let attributes: [Attribute]
    /// Its content.
    let content: HTML
}
