import Testing

@testable import OakTesting

@Suite("Marble diagrams")
struct MarbleDiagramTests {
    @Test("A character is a frame, a group is one, a space is none")
    func frames() throws {
        let diagram = try MarbleDiagram(" -a (b2)-; ()", of: .events)
        let marks = diagram.frames.map { $0.map(\.mark) }
        #expect(marks == [[], [.value("a")], [.value("b"), .value("2")], [], [.cancellation], []])
        #expect(diagram.frames.joined().map(\.column) == [3, 6, 7, 10])
    }

    @Test("A run ends once, or fails")
    func ends() throws {
        #expect(try MarbleDiagram("-|", of: .outputs).frames.last?.first?.mark == .end)
        #expect(try MarbleDiagram("(a^)--", of: .outputs).frames.first?.last?.mark == .failure)
        #expect(try MarbleDiagram("#", of: .outputs) == MarbleDiagram("^", of: .outputs))
    }

    @Test(
        "An error is reported with its column",
        arguments: [
            ("a-*", .events, .unknownCharacter("*"), 3),
            ("a|", .events, .misplaced("|"), 2),
            ("^", .events, .misplaced("^"), 1),
            ("a ;", .outputs, .misplaced(";"), 3),
            ("((", .events, .groupInGroup, 2),
            ("-a)", .events, .groupNotOpened, 3),
            ("-(ab", .outputs, .groupNotClosed, 2),
            ("(a-b)", .outputs, .timeInGroup, 3),
            ("-|-a", .outputs, .afterEnd, 4),
            ("(|a)", .outputs, .afterEnd, 3),
        ] as [(String, MarbleDiagram.Subject, MarbleError.Reason, Int)])
    func malformed(_ text: String, _ subject: MarbleDiagram.Subject, _ reason: MarbleError.Reason, _ column: Int) {
        let error = MarbleError(reason: reason, subject: subject, diagram: text, column: column)
        #expect(throws: error) { try MarbleDiagram(text, of: subject) }
    }
}
