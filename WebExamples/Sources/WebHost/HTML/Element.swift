/// An element of a page.
public struct Element: Equatable, Sendable {
    /// What it is.
    let tag: Tag
    /// Tells it from its siblings, whatever place it has among them.
    let key: String?
    /// What is said about it, each name once.
    let attributes: [Attribute]
    /// What is in it.
    let content: HTML

    /// Creates an element.
    ///
    /// - Parameters:
    ///   - tag: What it is.
    ///   - key: Tells it from its siblings. An element that has a key keeps its identity, and with it the focus and what
    ///     was typed, wherever it moves among them; one without is taken for the one that had its place.
    ///   - attributes: What is said about it. Of two with the same name the last one counts.
    ///   - content: What is in it; nothing can be in an element such as an `input`.
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
    /// What an element is.
    public enum Tag: String, Sendable {
        case a, article, button, dd, dialog, div, dl, dt, fieldset, footer, form, h1, h2, h3, header, input, label,
            legend
        case li, main, nav, ol, p, progress, section, small, span, strong, table, tbody, td, th, thead, time, tr, ul

        /// Whether nothing can be in it.
        var isVoid: Bool { self == .input }
    }
}
