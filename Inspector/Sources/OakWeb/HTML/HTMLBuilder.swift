/// Builds a fragment from elements, texts and other fragments.
@resultBuilder
public enum HTMLBuilder<Kind: Place.Kind> {
    public static func buildExpression(_ text: String) -> Fragment<Kind> where Kind: Place.Text {
        Fragment(nodes: text.isEmpty ? [] : [.text(text)])
    }

    public static func buildExpression(_ element: Element<Kind>) -> Fragment<Kind> {
        Fragment(nodes: [.element(element.node)])
    }

    public static func buildExpression(_ html: Fragment<Kind>) -> Fragment<Kind> { html }

    // Within blocks, everything that belongs into a line is a line of its own.

    public static func buildExpression(_ element: Element<Place.Phrase>) -> Fragment<Kind> where Kind: Place.Block {
        Fragment(nodes: [.element(element.node)])
    }

    public static func buildExpression(_ html: Fragment<Place.Phrase>) -> Fragment<Kind> where Kind: Place.Block {
        Fragment(nodes: html.nodes)
    }

    @available(*, unavailable, message: "HTML does not allow this element here: its 'Tag' says where it may be")
    public static func buildExpression<Other>(_ element: Element<Other>) -> Fragment<Kind> { .empty }

    @available(*, unavailable, message: "HTML does not allow this here: return a fragment for this place instead")
    public static func buildExpression<Other>(_ html: Fragment<Other>) -> Fragment<Kind> { .empty }

    @available(*, unavailable, message: "HTML does not allow text here, but only in elements such as items and cells")
    public static func buildExpression(_ text: String) -> Fragment<Kind> { .empty }

    public static func buildBlock(_ parts: Fragment<Kind>...) -> Fragment<Kind> { joined(parts) }

    public static func buildArray(_ parts: [Fragment<Kind>]) -> Fragment<Kind> { joined(parts) }

    public static func buildOptional(_ part: Fragment<Kind>?) -> Fragment<Kind> { part ?? .empty }

    public static func buildEither(first part: Fragment<Kind>) -> Fragment<Kind> { part }

    public static func buildEither(second part: Fragment<Kind>) -> Fragment<Kind> { part }

    private static func joined(_ parts: [Fragment<Kind>]) -> Fragment<Kind> {
        var html = Fragment<Kind>.empty
        for part in parts { html.append(part) }
        return html
    }
}
