import Foundation
import Oak
import OakText
import Testing

@Suite("Redaction")
struct RedactionTests {
    private struct Card: Hashable, CustomStringConvertible {
        var number = "SECRET"
        var description: String { "Card \(number)" }
    }
    private struct Customer: Hashable {
        var name = "Ada"
        var password = "SECRET"
        var address: Address? = Address()
    }
    private struct Address: Hashable { var street = "SECRET" }
    private enum Payment: Hashable {
        case cash(cents: Int)
        case card(Card)
        case both(Card, cents: Int)
    }
    private class Account: CustomStringConvertible {
        var password = "SECRET"
        var owner = "Ada"
        var description: String { "Account \(password)" }
    }
    private final class Premium: Account { var level = 3 }
    private protocol Secretive { var secret: String { get } }
    private struct Agent: Secretive { var secret = "SECRET" }
    private struct Opaque: CustomReflectable, CustomStringConvertible {
        var card = Card()
        var customMirror: Mirror { Mirror(self, children: []) }
        var description: String { "\(card)" }
    }

    @Test("A value describes itself if nothing is hidden, and is described within any number of optionals")
    func optionals() {
        #expect(Redaction().description(of: Card()) == "Card SECRET")
        let redaction = Redaction().hiding(Card.self)
        let values: [(Any, ValueTree)] = [
            (String?("Ada") as Any, ValueTree(.text("Ada"))), (String??("Ada") as Any, ValueTree(.text("Ada"))),
            (Int?(4) as Any, ValueTree(.plain("4"))), (Double??(1.5) as Any, ValueTree(.plain("1.5"))),
            (Character?("c") as Any, ValueTree(.text("c"))), (String?.none as Any, ValueTree(.plain("nil"))),
            (AnyHashable(String?("Ada")), ValueTree(.text("Ada"))), (UInt8?(4) as Any, ValueTree(.plain("4"))),
            (UUID?.none as Any, ValueTree(.plain("nil"))), (Bool?(true) as Any, ValueTree(.plain("true"))),
        ]
        for (value, tree) in values { #expect(redaction.tree(of: value) == tree) }
        #expect(redaction.description(of: ["k": Optional("v")]) == "[k: v]")
        #expect(redaction.description(of: Result<String?, Never>.success("v")) == "success(v)")
    }

    private final class Neighbour { var others: [Neighbour] = [] }

    @Test("An object is not opened again within itself, and what is too long is described up to a limit")
    func limits() {
        let neighbours = (1...4).map { _ in Neighbour() }
        for neighbour in neighbours { neighbour.others = neighbours }
        defer { for neighbour in neighbours { neighbour.others = [] } }
        let all = Redaction().hiding(Card.self).description(of: neighbours)
        #expect(all.components(separatedBy: "Neighbour(…)").count == 1 + 4 * (1 + 3 * (2 + 2 * (3 + 4))))
        let text = Redaction().text(of: [String](repeating: "abc", count: 1_000_000), upTo: 10)
        #expect(text == "[abc, abc,…")
    }

    @Test("Bytes are counted, and a lazy property has its own name")
    func bytes() {
        struct Lazy {
            lazy var password = "SECRET"
            var bytes = Data([1, 2, 3])
        }
        var lazy = Lazy()
        _ = lazy.password
        #expect(Redaction().tree(of: lazy).text == "Lazy(password: SECRET, bytes: Data(count: 3, …))")
    }

    @Test("The beginning of a text is no longer than its length lets expect, whatever its characters are made of")
    func endless() {
        let marks = "n" + String(repeating: "\u{301}", count: 100_000)
        #expect(abbreviated(marks, to: 10).utf8.count <= 10 * 16 + 3)
        #expect(abbreviated(String(repeating: "👩‍👩‍👧‍👦", count: 10), to: 1).unicodeScalars.first == "👩")
        let texts = [("ab" + marks, 1, "a…"), ("abc", 3, "abc"), ("abc", 0, "…"), (marks, .max, marks)]
        for (text, length, shown) in texts { #expect(abbreviated(text, to: length) == shown) }
    }

    @Test("Values of a hidden type appear nowhere")
    func types() {
        let redaction = Redaction().hiding(Card.self)
        let values: [Any] = [
            Card(), [Card()], ["a": Card()], [Card(): "a"], Set([Card()]), Payment.card(Card()),
            (Card() as Card?) as Any,
            Payment.both(Card(), cents: 3), (1, Card()), AnyHashable(Card()), [AnyHashable(Card()): 1], Opaque(),
            CollectionOfOne(Card()), Result<Card, Never>.success(Card()),
        ]
        for value in values {
            let text = redaction.description(of: value)
            #expect(!text.contains("SECRET"), "\(text)")
        }
        #expect(redaction.description(of: Payment.both(Card(), cents: 3)) == "both(…, cents: 3)")
        #expect(redaction.description(of: Payment.cash(cents: 3)) == "cash(cents: 3)")
        #expect(redaction.description(of: ["b": 1.5]) == "[b: 1.5]")
    }

    @Test("A hidden property appears nowhere, whichever the way to it")
    func properties() {
        let redaction = Redaction().hiding(\Customer.password).hiding(\Customer.address?.street)
        #expect(
            redaction.description(of: [Customer()])
                == "[Customer(name: Ada, password: …, address: Address(street: …))]")
        for (redaction, value) in [
            (Redaction().hiding(\Account.password), Premium() as Any), (Redaction().hiding(Account.self), Premium()),
            (Redaction().hiding((any Secretive).self), Agent()), (Redaction().hiding(\(any Secretive).secret), Agent()),
            (Redaction().hiding(\Card.self), Card()), (Redaction().hiding(\Card.number), Opaque()),
            (Redaction().hiding(\Card.description), Card()),
        ] {
            let text = redaction.description(of: value)
            #expect(!text.contains("SECRET"), "\(text)")
        }
    }

    /// A value with a mirror of its own, whose labels are not the names of its properties.
    private struct Reflecting: CustomReflectable {
        var password = "SECRET"
        var customMirror: Mirror { Mirror(self, children: ["pw": password]) }
    }

    private enum Token: CustomDebugStringConvertible {
        case first
        var debugDescription: String { "SECRET" }
    }

    @Test("A hidden property appears in no mirror of its own, and a case in no text of its own")
    func ownMirrors() {
        let redaction = Redaction().hiding(\Reflecting.password)
        for value in [Reflecting() as Any, [Reflecting()], Reflecting?.some(Reflecting()) as Any, Token.first] {
            #expect(!redaction.description(of: value).contains("SECRET"))
        }
        #expect(redaction.description(of: Reflecting?.none as Any) == "nil")
    }
}
