import Testing

@testable import OakTesting

@Suite("Calls as the user has written them")
struct WrittenCallTests {
    private func call(in source: String, before arguments: Character = "(") throws -> WrittenCall {
        let place = try #require(source.firstIndex(of: arguments))
        return try #require(WrittenCall(in: source, at: place))
    }

    @Test("A call is read with its name, its arguments and the closure behind them")
    func parts() throws {
        let call = try call(
            in: "try await Oak.check(of: A.self, [1, 2], from: .init(x: 1), name) /* ( */ { _ in }; next()")
        #expect(call.name == "check")
        #expect(call.arguments.map(\.label) == ["of", nil, "from", nil])
        #expect(call.arguments.map(\.text) == ["A.self", "[1, 2]", ".init(x: 1)", "name"])
        #expect(call["from"] == ".init(x: 1)")
        #expect(call.trailingClosure == "{ _ in }")
        #expect(try self.call(in: "explore { }", before: "{").trailingClosure == "{ }")
        #expect(try self.call(in: "explore(1)\nlet next = { }").trailingClosure == nil)
    }

    @Test("Brackets and commas in strings and comments do not count")
    func tokens() throws {
        let source = """
            check(a: "), \\(b(c: ")")) \\"", b: #"\\"(", "#, c: [1 /* ) /* ( */ ] */, 2], // )
                d: { x, y in x }, e: \"\"\"
                    ), "
                    \"\"\")
            """
        let call = try call(in: source)
        #expect(call.arguments.map(\.label) == ["a", "b", "c", "d", "e"])
        #expect(call["b"] == ##"#"\"(", "#"##)
        #expect(call["c"] == "[1 /* ) /* ( */ ] */, 2]")
        #expect(call["d"]?.hasSuffix("{ x, y in x }") == true)
    }

    @Test("The elements of an array literal are told apart, and what is no such literal has none")
    func arrays() {
        #expect(elements(ofArrayLiteral: "[.a, .b(1, [2]) { $0, $1 },]") == [".a", ".b(1, [2]) { $0, $1 }"])
        #expect(elements(ofArrayLiteral: "[]") == [])
        #expect(elements(ofArrayLiteral: "[.a] + more") == nil)
        #expect(elements(ofArrayLiteral: "properties") == nil)
    }

    @Test(
        "A text with a variable is told from one that means the same everywhere",
        arguments: [
            (".init()", false), (".signedIn(\"Robin\", at: 1_000)", false), ("Login.State.closed", false),
            ("[.a: nil, .b: true]", false), ("0x1F", false), ("state", true), (".init(count: n)", true),
            ("\"\\(name)\"", true), ("makeState()", true), (".init(makeState: 1)", false),
        ])
    func variables(text: String, hasVariable: Bool) {
        #expect(namesVariable(text) == hasVariable)
    }
}
