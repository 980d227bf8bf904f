import Oak
import OakTesting
import Testing

@Suite("Action events between random events")
struct ActionEventTests {
    /// The events that follow from one.
    private func log(_ answers: [Responder.Event: Responder.Effect]) -> [Responder.Event] {
        var log: [Responder.Event] = []
        let note = Property<Responder>.never("Noted") { state in
            log = state.log
            return false
        }
        checkProperties(of: Responder.self, from: .init(answers: answers), through: [.x], properties: [note])
        return log
    }

    private var operation: Responder.Effect { Responder.Effect(operation: { _, _ in }) }

    @Test("Action events are processed in the order of a run")
    func order() {
        #expect(log([.x: .events([.a, .b]), .a: .event(.c)]) == [.x, .a, .c, .b])
        #expect(log([.x: .combine(.event(.a), .event(.b)), .a: .event(.c)]) == [.x, .a, .c, .b])
        #expect(log([.x: .sequence(.event(.a), .combine(.event(.b))), .a: .event(.c)]) == [.x, .a, .c, .b])
    }

    @Test("An action event is processed beside an operation but not after it in a sequence")
    func operations() {
        #expect(log([.x: .sequence(.event(.a), operation, .event(.b))]) == [.x, .a])
        #expect(log([.x: .sequence(.combine(operation, .event(.a)), .event(.b))]) == [.x, .a])
        #expect(log([.x: .combine(operation, .event(.a), .event(.b))]) == [.x, .a, .b])
        #expect(log([.x: .sequence(.sequence([]), .event(.a))]) == [.x, .a])
    }

    @Test("Action events precede the next random event, and no event follows the end")
    func precedence() {
        let answers: [Responder.Event: Responder.Effect] = [.a: .events([.b, .end, .c])]
        let issues = Issues.of {
            checkProperties(
                of: Responder.self, from: .init(answers: answers), events: .allCases,
                properties: [
                    .never("Another event lies between a and b") { $0.log.dropLast().last == .a && $0.log.last != .b },
                    .never("Something comes after the end") { $0.log.dropLast().contains(.end) },
                ])
        }
        #expect(issues.messages == [])
    }

    @Test("A report marks action events, and its test does not send them")
    func report() {
        let issues = Issues.of {
            checkProperties(
                of: Lamp.self, from: .off, events: .allCases, properties: [.never("The lamp breaks") { $0 == .broken }])
        }
        #expect(
            issues.message(0).contains(
                """
                    .off
                    .pressed → .glowing
                      ↳ .warm → .broken
                """))
        #expect(issues.message(0).contains("of: ActionEventTests.Lamp.self, from: .off,\n        through: [.pressed],"))
    }

    @Test("Endless action events are reported in an abbreviated list")
    func runaway() {
        let issues = Issues.of {
            checkProperties(
                of: Lamp.self, from: .glowing, events: .allCases, properties: [.always("Anything") { _ in true }])
        }
        #expect(issues.only.hasPrefix("Lamp answers its own action events without end."))
        #expect(issues.only.contains("… 9961 more …"))
        #expect(issues.only.contains("func actionEventsComeToAnEnd()"))
        #expect(issues.only.contains("through: [.flickered],"))
    }

    enum Lamp: EffectTransducer {
        enum State { case off, glowing, broken }
        enum Event: CaseIterable { case pressed, warm, flickered }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.off, .pressed):
                state = .glowing
                return .event(.warm)
            case (.glowing, .warm):
                state = .broken
                return nil
            case (.glowing, .flickered): return .event(.flickered)
            case (.off, _), (.glowing, .pressed), (.broken, _): return nil
            }
        }
    }
}
