import Testing

@testable import OakWeb

@Suite("Building a page")
struct HTMLBuilderTests {
    @Test("Adjacent texts are merged, and empty texts are omitted")
    func texts() {
        let html = HTML {
            "a"
            ""
            "b"
            HTML { "c" }
            if true { "d" }
            for letter in ["e", "", "f"] { letter }
            HTML.empty
            Element(.p)
            ""
        }
        #expect(html.nodes.count == 2)
        #expect(html.nodes.first == .text("abcdef"))
    }

    @Test("Conditions and loops work in the builder")
    func control() {
        func html(_ number: Int) -> String {
            HTML {
                if number > 1 { "many" } else if number == 1 { "one" } else { Element(.p) { "none" } }
                for place in 0..<number { Element(.span) { "\(place)" } }
                if number == 7 { "!" }
            }.markup
        }
        #expect(html(0) == "<p>none</p>")
        #expect(html(1) == "one<span>0</span>")
        #expect(html(2) == "many<span>0</span><span>1</span>")
    }

    @Test("The last of several attributes with the same name counts, and nil attributes are omitted")
    func attributes() {
        let isBusy = false
        let html = HTML { Element(.p, .class("a"), isBusy ? .disabled : nil, .id("b"), .class("c")) }
        #expect(html.markup == "<p id=\"b\" class=\"c\"></p>")
    }

    @Test("A void element has no content")
    func void() {
        #expect(HTML { Element(.input, .name("a")) }.markup == "<input name=\"a\">")
    }

    @Test(
        "The name of a value cannot become other markup", arguments: ["a onclick=x", "a\"><script>", "A-B_c", "", "é"])
    func names(name: String) {
        let markup = HTML { Element(.p, .says(name, "x")) }.markup
        let letters = name.lowercased().filter { ("a"..."z").contains($0) }
        #expect(markup == "<p data-says-\(letters)=\"x\"></p>")
    }

    @Test(
        "A link can lead only to a page of this server",
        arguments: [
            ("", "/"), ("counter", "/counter"), ("/counter", "/counter"), ("//evil.example", "/evil.example"),
            ("\\evil.example", "/%5Cevil.example"), ("\t/evil.example", "/%09/evil.example"),
            ("javascript:alert(1)", "/javascript%3Aalert%281%29"), ("a?b#c", "/a%3Fb%23c"), ("é", "/%C3%A9"),
            ("\u{0}", "/%00"),
        ])
    func links(path: String, href: String) {
        #expect(HTML { Element(.a, .href(page: path)) }.markup == "<a href=\"\(href)\"></a>")
    }
}
