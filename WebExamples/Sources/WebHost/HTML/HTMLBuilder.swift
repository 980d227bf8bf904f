/// Builds a fragment from elements, texts and other fragments.
@resultBuilder
public enum HTMLBuilder {
    public static func buildExpression(_ text: String) -> HTML {
        var html = HTML.empty
        html.append(text)
        return html
    }

    public static func buildExpression(_ element: Element) -> HTML { HTML(nodes: [.element(element)]) }

    public static func buildExpression(_ html: HTML) -> HTML { html }

    public static func buildBlock(_ parts: HTML...) -> HTML { joined(parts) }

    public static func buildArray(_ parts: [HTML]) -> HTML { joined(parts) }

    public static func buildOptional(_ part: HTML?) -> HTML { part ?? .empty }

    public static func buildEither(first part: HTML) -> HTML { part }

    public static func buildEither(second part: HTML) -> HTML { part }

    private static func joined(_ parts: [HTML]) -> HTML {
        var html = HTML.empty
        for part in parts { html.append(part) }
        return html
    }
}
