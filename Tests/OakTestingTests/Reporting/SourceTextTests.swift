import Testing

@testable import OakTesting

@Suite("Values as source text")
struct SourceTextTests {
    enum Event: Sendable {
        case tap, typed(String), moved(x: Int, y: Double?), chose(Item), many([Int])
        indirect case nested(Event)
    }
    struct Item: Sendable { var id = 1, name = "a \"b\"" }

    enum Described: CustomStringConvertible {
        case plain, loud(Int)
        var description: String { "Something else" }
    }

    @Test("An enum is written by its cases, whatever its description says")
    func described() {
        #expect(sourceText(of: Described.plain) == ".plain")
        #expect(sourceText(of: Described.loud(1)) == ".loud(1)")
        #expect(sourceText(of: Described?.some(.plain) as Any) == ".plain")
    }

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
