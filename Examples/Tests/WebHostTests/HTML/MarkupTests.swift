import Testing

@testable import WebHost

@Suite("Whatever is put into a page as text stays text")
struct MarkupTests {
    @Test("Characters that mean something in markup are written as references")
    func escaping() {
        let name = "<script>alert(1)</script>"
        let other = "\"><img src=x onerror=alert(1)>"
        let html = HTML { Element(.p, .aria(.label, other)) { name } }
        #expect(
            html.markup
                == "<p aria-label=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\">&lt;script&gt;alert(1)&lt;/script&gt;</p>"
        )
    }
}
