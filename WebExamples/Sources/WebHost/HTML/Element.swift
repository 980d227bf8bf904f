/// An element of a page.
public struct Element: Equatable, Sendable {
    /// Its tag.
    let tag: Tag
    /// Identifies it among its siblings, independent of its position.
    let key: String?
    /// Its attributes, each name once.
    let attributes: [Attribute]
    /// Its content.
    let content: HTML

    /// Creates an element.
    ///
    /// - Parameters:
    ///   - tag: Its tag.
    ///   - key: Identifies it among its siblings. An element with a key keeps its identity, and with it the focus and
    ///     the typed text, wherever it moves among them; one without a key is identified by its position.
    ///   - attributes: Its attributes. If two have the same name, the last one counts.
    ///   - content: Its content; elements such as an `input` have none.
    public init(
        _ tag: Tag, key: String? = nil, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML = { .empty }
    ) {
        self.tag = tag
        self.key = key
        var named: [Attribute] = []
        for case let attribute? in attributes {
            named.removeAll { $0.name == attribute.name }
            named.append(attribute)
        }
        self.attributes = named
        self.content = tag.isVoid ? .empty : content()
    }
}

extension Element {
    /// The tag of an element.
    public enum Tag: String, Sendable {
        case a, article, button, dd, dialog, div, dl, dt, fieldset, footer, form, h1, h2, h3, header, input, label,
            legend
        case li, main, nav, ol, p, progress, section, small, span, strong, table, tbody, td, th, thead, time, tr, ul

        /// Whether the element has no content.
        var isVoid: Bool { self == .input }
    }
}
