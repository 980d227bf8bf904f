import Testing

@testable import OakWeb

@Suite("Text put into a page stays text")
struct MarkupTests {
    @Test("Characters with a meaning in markup are escaped")
    func escaping() {
        let name = "<script>alert(1)</script>"
        let other = "\"><img src=x onerror=alert(1)>"
        let html = HTML { Element(.p, .aria(.label, other)) { name } }
        #expect(
            html.markup
                == "<p aria-label=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\">&lt;script&gt;alert(1)&lt;/script&gt;</p>"
        )
    }

    static let characters = [
        "&", "<", ">", "\"", "'", "\r", "\r\n", "\n", "\u{0}", "\u{A0}", "é", "e\u{301}", "👩‍👩‍👧", "`", "=",
    ]

    @Test("Each character is parsed unchanged from text and from every attribute", arguments: characters)
    func places(character: String) {
        let text = "a\(character)b\(character)"
        let attributes: [Attribute] = [
            .class(text), .id(text), .role(text), .aria(.label, text), .title(text), .for(text), .name(text),
            .value(text), .autocomplete(text), .inputmode(text), .datetime(text), .scope(text),
            .onClick(text), .says("x", text), .onSubmit(text), .onChange(text), .onEscape(text),
            .modal(onDismiss: text),
        ]
        // A parser would drop it.
        let expected = text.replacing("\u{0}", with: "\u{FFFD}")
        for attribute in attributes {
            let nodes = DocumentNode.parse(HTML { Element(.p, attribute) { text } }.markup)
            #expect(nodes.count == 1)
            #expect(nodes.first?.attributes.count == 1)
            #expect(nodes.first?.attributes[attribute.name]?.utf8.elementsEqual(expected.utf8) == true)
            #expect(nodes.first?.children.count == 1)
            #expect(nodes.first?.children.first?.text?.utf8.elementsEqual(expected.utf8) == true)
        }
    }
}
