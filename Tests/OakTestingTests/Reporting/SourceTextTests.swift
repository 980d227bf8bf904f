import Testing

@testable import OakTesting

@Suite("Values as source text")
struct SourceTextTests {
    enum Event: Sendable {
        case tap, typed(String), moved(x: Int, y: Double?), chose(Item), many([Int])
        indirect case nested(Event)
    }
    struct Item: Sendable { var id = 1, name = "a \"b\"" }

    @Test(
        "A value is written as a test would write it",
        arguments: [
            (Event.tap, ".tap"),
            (.typed("oak\n"), #".typed("oak\n")"#),
            (.moved(x: 1, y: nil), ".moved(x: 1, y: nil)"),
            (.chose(Item()), #".chose(Item(id: 1, name: "a \"b\""))"#),
            (.many([1, 2]), ".many([1, 2])"),
            (.nested(.tap), ".nested(.tap)"),
        ])
    func spelling(event: Event, text: String) {
        #expect(sourceText(of: event) == text)
    }

    @Test("What has no order of its own is written in one that stays the same")
    func order() {
        #expect(sourceText(of: Set(["c", "a", "b"])) == #"["a", "b", "c"]"#)
        #expect(sourceText(of: ["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
        #expect(sourceText(of: [Int: Int]()) == "[:]")
    }
}
