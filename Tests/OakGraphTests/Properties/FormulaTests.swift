import Oak
import OakGraph
import Testing

/// Formulas about states, events and outputs.
struct FormulaTests {
    /// A lift with doors, which announces each floor.
    enum Lift: EffectTransducer {
        enum State: Hashable, Terminable {
            case open, closed, moving, broken
            var isTerminal: Bool { self == .broken }
        }
        enum Event: Hashable, CaseIterable, Sendable { case close, open, go, arrive, alarm, breakDown }
        typealias Output = String?
        static func update(_ state: inout State, event: Event) -> (Effect?, String?) {
            switch (state, event) {
            case (.open, .close): state = .closed
            case (.closed, .open): state = .open
            case (.closed, .go):
                state = .moving
                return (.event(.arrive), nil)
            case (.moving, .arrive):
                state = .closed
                return (nil, "floor")
            case (.open, .breakDown): state = .broken
            case (_, .alarm): return (nil, "help")
            case (_, .arrive), (_, .open), (_, .close), (_, .go), (_, .breakDown): break
            }
            return (nil, nil)
        }
    }
    typealias Formula = TemporalFormula<Lift>

    let graph = StateGraph(of: Lift.self, from: [.open], events: [.close, .open, .go, .alarm])
    let breakable = StateGraph(of: Lift.self, from: [.open], events: [.close, .open, .go, .alarm, .breakDown])
    let isOpen = Formula.state { $0 == .open }
    let isMoving = Formula.state { $0 == .moving }
    let goes = Formula.event { $0 == .go }

    func verdict(_ formula: Formula, _ fairness: Fairness<Lift> = .progress) -> Verdict {
        graph.verdict(on: .formula("formula", formula, under: fairness))
    }

    @Test func `The next position is that after the next transition, also within a macrostep`() {
        let arrives = Formula.event { $0 == .arrive } && .output { $0 == "floor" }
        #expect(verdict(.always(isMoving.implies(.next(arrives)))) == .holds)
        #expect(verdict(.always(goes.implies(isMoving))) == .fails, "An ignored event is taken, too.")
        #expect(verdict(.always((goes && !isOpen).implies(isMoving))) == .holds)
        #expect(verdict(.always(isMoving.implies(.next(.next(isMoving))))) == .fails)
    }

    @Test func `In a state of rest the last state repeats without events`() {
        let broken = Formula.state { $0 == .broken }
        let ends: Formula = .always(broken.implies(.next(.always(broken && !.event { _ in true }))))
        #expect(breakable.verdict(on: .formula("broken", ends)) == .holds)
        #expect(breakable.verdict(on: .formula("next", .always(broken.implies(.next(!broken))))) == .fails)
        #expect(verdict(.always(.eventually(.event { _ in true })), .none) == .fails)
        #expect(verdict(.always(.eventually(.event { _ in true })), .progress) == .holds)
    }

    @Test func `Without an assumption, cycles violate a formula as well as rests`() {
        #expect(verdict(!.always(.eventually(goes)), .none) == .fails)
    }

    @Test func `Until demands its end, and weak until does not`() {
        let closed = Formula.state { $0 == .closed }
        #expect(verdict(isOpen.until(closed), .none) == .fails)
        #expect(verdict(isOpen.weakUntil(closed), .none) == .holds)
        #expect(verdict(isOpen.until(closed), .weak(for: { $0 == .close })) == .holds)
        #expect(verdict(closed.release(!isMoving || closed), .none) == .holds)
        #expect(verdict(isMoving.release(!closed), .none) == .fails)
    }

    @Test func `A formula fails if the first part of an implication never holds`() throws {
        let floats = Formula.state { _ in false }
        let report = graph.check([], properties: [.formula("floats", .always(floats.implies(isOpen)))])
        #expect(report.findings.map(\.message) == ["No reachable state satisfies its first condition."])
        #expect(verdict(.always((!floats) || isOpen)) == .holds)
        let moreThanOnce = isMoving && .next(isMoving)
        #expect(verdict(.always(moreThanOnce.implies(isOpen))) == .fails)
    }

    @Test func `A violation that no continuation repairs is shown without one, by a shortest path`() throws {
        let property = TemporalProperty<Lift>.formula("never moves", .always(!isMoving), under: .strong)
        let finding = try #require(graph.check([], properties: [property]).findings.first)
        let path = try #require(finding.path)
        #expect(path.events == [.close, .go])
        #expect(path.cycle.isEmpty)
        #expect(finding.message == "It is violated by .go, which leads to .closed.")
    }

    @Test func `The counterexample of a formula is a lasso that violates it`() throws {
        let returns = Formula.always(isOpen.implies(.next(.eventually(isOpen))))
        let report = graph.check([], properties: [.formula("opens again", returns)])
        let path = try #require(report.findings.first?.path)
        #expect(path.steps.map(\.event) == [.close])
        #expect(!path.cycle.contains { $0.state == .open } && path.cycle.last?.state == .closed)
        #expect(path.cycle.contains { $0.event == .go || $0.event == .alarm }, "\(path)")
        #expect(verdict(returns, .all(.weak(for: { $0 == .close }), .strong(for: { $0 == .open }))) == .holds)
    }

    @Test func `A condition on transitions sees both states, the event and the output, of each transition`() throws {
        let announced = TemporalProperty<Lift>.everyTransition("floors are announced") {
            ($0.output == "floor") == ($0.before == .moving)
        }
        #expect(graph.verdict(on: announced) == .holds)
        let silent = TemporalProperty<Lift>.everyTransition("nobody calls for help") { $0.output != "help" }
        let finding = try #require(graph.check([], properties: [silent]).findings.first)
        #expect(finding.path?.events == [.alarm])
        let allMatter = TemporalProperty<Lift>.everyTransition("ignored ones, too") {
            $0.before != $0.after || $0.output != nil
        }
        #expect(graph.verdict(on: allMatter) == .fails)
    }

    @Test func `The state after an event is judged, and the event has to come`() {
        #expect(graph.verdict(on: .afterEvent("closed", { $0 == .arrive }, { $0 == .closed })) == .holds)
        #expect(graph.verdict(on: .afterEvent("closed", { $0 == .open }, { $0 == .closed })) == .fails)
        #expect(graph.verdict(on: .afterEvent("broken", { $0 == .breakDown }, { $0 == .broken })) == .fails)
        #expect(breakable.verdict(on: .afterEvent("broken", { $0 == .breakDown }, { _ in true })) == .holds)
    }

    @Test func `Between two formulas a third holds, if the second follows`() {
        let closes = Formula.event { $0 == .close }
        let opens = Formula.event { $0 == .open }
        #expect(graph.verdict(on: .between("closed", closes, opens, !isOpen)) == .holds)
        #expect(graph.verdict(on: .between("closed", closes && !isOpen, opens && isOpen, !isOpen)) == .holds)
        #expect(graph.verdict(on: .between("still", closes && !isOpen, opens && isOpen, !isMoving)) == .fails)
        let floats = Formula.state { _ in false }
        #expect(graph.verdict(on: .between("vacuous", floats, opens, isOpen)) == .fails)
    }

    @Test func `In a cut graph a formula fails or is inconclusive`() {
        let cut = StateGraph(of: Lift.self, from: [.open], events: [.close, .open, .go], limits: .init(states: 1))
        #expect(cut.cut != nil)
        let holds = cut.verdict(on: .formula("open", .always(isOpen.implies(isOpen))))
        guard case .inconclusive = holds else { return #expect(Bool(false), "\(holds)") }
        #expect(cut.verdict(on: .formula("closed", !isOpen)) == .fails)
    }

    @Test func `A formula with too many conditions, or whose automaton is too large, is inconclusive`() {
        let many = (0..<65).map { _ in Formula.state { _ in true } }
        let distinct = (0..<40).map { number in Formula.state { $0 == .open && number > 0 } }
        let together = many.dropFirst().reduce(many[0]) { $0 && $1 }
        let oneAfterEach = distinct.map { Formula.eventually($0) }
        let large = !oneAfterEach.dropFirst().reduce(oneAfterEach[0]) { $0 && $1 }
        for verdict in [verdict(together), verdict(large)] {
            guard case .inconclusive(let reason) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(reason.contains("properties of their own"))
        }
    }

    @Test func `No property holds of a machine whose macrostep never ends, and one fails for another reason`() {
        let script = Script([
            [.input(0): .go(to: 1), .input(1): .go(to: 0, .event(0)), .inner(0): .go(to: 0, .event(0))], [:],
        ])
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: script)], events: [.input(0), .input(1)],
            limits: .init(actionEvents: 10))
        for property: TemporalProperty<ScriptedMachine> in [
            .always("all") { _ in true }, .eventually("second") { $0.phase == 1 }, .sometimes("none") { _ in false },
            .formula("formula", .eventually(.event { $0 == .input(0) })), .everyTransition("all") { _ in true },
        ] {
            guard case .inconclusive(let reason) = graph.verdict(on: property) else {
                Issue.record("\(graph.verdict(on: property))")
                continue
            }
            #expect(
                reason.hasPrefix("The macrostep of .input(1) in (phase 0, trail 0) leads to more than 10 action events")
            )
        }
        #expect(graph.verdict(on: .never("second") { $0.phase == 1 }) == .fails)
        #expect(graph.verdict(on: .eventually("second", under: .none) { $0.phase == 1 }) == .fails)
    }
}
