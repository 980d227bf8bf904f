import Foundation
import Oak
import OakText
import TestSupport
import Testing

@testable import OakGraph

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

    @Test("An enum is written with its cases, whatever its description")
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

    @Test("Sets and dictionaries are written in a stable order")
    func order() {
        #expect(sourceText(of: Set(["c", "a", "b"])) == #"["a", "b", "c"]"#)
        #expect(sourceText(of: ["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
        #expect(sourceText(of: [Int: Int]()) == "[:]")
    }

    private final class Session {}
    private struct Wrapped { var _hidden = 1 }
    private struct Mirrored: CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: ["number": 1]) }
    }

    @Test("A value without a known Swift spelling becomes a placeholder that says what to write")
    func placeholders() {
        let name = "SourceTextTests"
        #expect(swiftSource(of: Event.chose(Item(id: 2))) == #".chose(SourceTextTests.Item(id: 2, name: "a \"b\""))"#)
        #expect(swiftSource(of: [Session()]) == "[<#a value of \(name).Session#>]")
        #expect(swiftSource(of: Wrapped()) == "<#a value of \(name).Wrapped#>")
        #expect(swiftSource(of: Mirrored()) == "<#a value of \(name).Mirrored#>")
        #expect(swiftSource(of: { (number: Int) in number }).hasPrefix("<#a value of (Int) -> Int"))
        #expect(placeholder("a #> b\nc") == "<#a # > b c#>")
    }

    @Test("A value is written with its type where the context does not determine it")
    func typed() {
        #expect(typedSwiftSource(of: Duration.seconds(1)) == "Duration.seconds(1)")
        #expect(typedSwiftSource(of: -Double.infinity) == "(-.infinity as Double)")
        #expect(typedSwiftSource(of: ...3) == "(...3 as PartialRangeThrough<Int>)")
        #expect(typedSwiftSource(of: (-3)...) == "((-3)... as PartialRangeFrom<Int>)")
        #expect(swiftSource(of: AnyHashable(Duration.seconds(1))) == "AnyHashable(Duration.seconds(1))")
        #expect(swiftSource(of: EffectID(Double.infinity)) == "EffectID((.infinity as Double))")
        #expect(swiftSource(of: Decimal.nan) == "Decimal.nan")
    }

    private enum Loaded<Value> { case whole(Value), parts(Int, of: Int), nothing(Void) }

    @Test("A tuple as a generic payload stays one value")
    func tuples() {
        let result: Result<(Int, name: String), any Error> = .success((1, "a"))
        #expect(swiftSource(of: result) == #".success((1, name: "a"))"#)
        #expect(swiftSource(of: Loaded<(Int, Int)>.whole((1, 2))) == ".whole((1, 2))")
        #expect(swiftSource(of: Loaded<(Int, Int)>.parts(1, of: 2)) == ".parts(1, of: 2)")
        #expect(swiftSource(of: Loaded<Void>.whole(())) == ".whole(())")
        #expect(swiftSource(of: Loaded<Void>.nothing(())) == ".nothing(())")
    }

    private enum Choice { case none, some(Int) }

    @Test("A case named none or some is not confused with a case of Optional")
    func casesOfOptionals() {
        #expect(swiftSource(of: Choice.none) == ".none")
        #expect(swiftSource(of: Choice?.none as Any) == "nil")
        #expect(swiftSource(of: [Choice?.some(.none), .some(.some(1)), nil]) == "[.some(.none), .some(.some(1)), nil]")
        #expect(swiftSource(of: Choice??.some(.some(.none)) as Any) == ".some(.some(.none))")
        #expect(swiftSource(of: Choice???.some(.some(nil)) as Any) == ".some(.some(nil))")
        #expect(sourceText(of: Choice?.some(.none) as Any) == ".none")
    }

    @Test("Types are named as in their own module, including private and local types")
    func typeNames() {
        enum Local { enum Inner {} }
        #expect(sourceText(ofType: Session.self) == "SourceTextTests.Session")
        #expect(sourceText(ofType: Local.self) == "Local")
        #expect(sourceText(ofType: Local.Inner.self) == "Local.Inner")
        #expect(sourceText(ofType: [Item?].self) == "Array<Optional<SourceTextTests.Item>>")
        #expect(sourceText(ofType: [(Local, any Error)].self) == "Array<(Local, Error)>")
    }

    private enum `switch` { enum `for each.of` { case `a.b`, `self` } }

    @Test("A name that needs backticks gets exactly one pair")
    func quotedNames() {
        let name = "SourceTextTests.`switch`.`for each.of`"
        #expect(sourceText(ofType: [`switch`.`for each.of`].self) == "Array<\(name)>")
        #expect(typedSwiftSource(of: `switch`.`for each.of`.`a.b`) == "\(name).`a.b`")
        #expect(typedSwiftSource(of: `switch`.`for each.of`.`self`) == "\(name).`self`")
        #expect(sourceText(ofType: (Any, Any.Type, any Error).self) == "(Any, Any.Type, Error)")
    }

    @Test("Children are written as their states under their keys")
    func children() {
        let states: Children<String, Turnstile.State> = ["left": .locked, "right": .unlocked, "left": .unlocked]
        #expect(sourceText(of: states) == #"["left": .unlocked, "right": .unlocked]"#)
        #expect(sourceText(of: Children<Int, Int>()) == "[:]")
        let both = Parallel<Turnstile, Turnstile>.State(.locked, .unlocked)
        #expect(sourceText(of: both) == "ProductState(.locked, .unlocked)")
        #expect(swiftSource(of: both) == "ProductState<Turnstile, Turnstile>(.locked, .unlocked)")
    }
}
