import Oak
import OakGraph
import OakTesting

/// A machine of rules, in the manner of the programs of the RERS challenge: an event, conditions on variables, an
/// output, and assignments. The first rule whose conditions hold is taken; an event without one is ignored.
// Howar, Isberner, Merten, Steffen, Beyer, Păsăreanu, "Rigorous examination of reactive systems", 2014.
enum RuleMachine: Transducer {
    struct Term: Hashable {
        let variable: Int
        let value: Int
    }
    struct Rule: Hashable {
        let event: Int
        let conditions: [Term]
        let output: Int
        let assignments: [Term]
    }
    struct State: Hashable, NonTerminal {
        var values: [Int]
        let rules: [Rule]
    }
    typealias Event = Int

    static func update(_ state: inout State, event: Int) -> Int? {
        for rule in state.rules
        where rule.event == event && rule.conditions.allSatisfy({ state.values[$0.variable] == $0.value }) {
            for assignment in rule.assignments { state.values[assignment.variable] = assignment.value }
            return rule.output
        }
        return nil
    }
}

extension RuleMachine {
    /// A formula with its text for SPIN, which no part of the library has written.
    struct Claim {
        let formula: TemporalFormula<RuleMachine>
        let text: String

        init(_ formula: TemporalFormula<RuleMachine>, _ text: String) {
            (self.formula, self.text) = (formula, "(\(text))")
        }

        static func random(_ depth: Int, _ random: inout SeededGenerator) -> Claim {
            func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
            if depth == 0 || number(0..<6) == 0 {
                let value = number(0..<4)
                switch number(0..<3) {
                case 0: return Claim(.state { $0.values[0] == value }, "x0 == \(value)")
                case 1: return Claim(.event { $0 == value }, "event == \(value)")
                default: return Claim(.output { $0 == value }, "output == \(value)")
                }
            }
            let (one, other) = (Self.random(depth - 1, &random), Self.random(depth - 1, &random))
            switch number(0..<9) {
            case 0: return Claim(!one.formula, "! \(one.text)")
            case 1: return Claim(one.formula && other.formula, "\(one.text) && \(other.text)")
            case 2: return Claim((!one.formula) || other.formula, "\(one.text) -> \(other.text)")
            case 3:
                return Claim(
                    .next(one.formula),
                    "(tick && (tick U (!tick && \(one.text)))) || (!tick && (!tick U (tick && \(one.text))))")
            case 4: return Claim(one.formula.until(other.formula), "\(one.text) U \(other.text)")
            case 5:
                return Claim(
                    one.formula.weakUntil(other.formula), "([] \(one.text)) || (\(one.text) U \(other.text))")
            case 6: return Claim(one.formula.release(other.formula), "\(one.text) V \(other.text)")
            case 7: return Claim(.eventually(one.formula), "<> \(one.text)")
            default: return Claim(.always(one.formula), "[] \(one.text)")
            }
        }
    }

    struct Sample {
        let start: State
        let claims: [Claim]
        let isProgress: Bool

        init(seed: UInt64, claims count: Int) {
            var random = SeededGenerator(seed: seed)
            let variables = 4
            func terms(_ count: ClosedRange<Int>) -> [Term] {
                (0..<variables).shuffled(using: &random).prefix(Int.random(in: count, using: &random)).map {
                    Term(variable: $0, value: Int.random(in: 0..<4, using: &random))
                }
            }
            let rules = (0..<24).map { number in
                Rule(
                    event: number % 6, conditions: terms(1...2), output: number * 7 % 5, assignments: terms(1...3))
            }
            start = State(values: Array(repeating: 0, count: variables), rules: rules)
            claims = (0..<count).map { _ in
                let claim = Claim.random(2, &random)
                return Bool.random(using: &random) ? claim : Claim(.always(claim.formula), "[] \(claim.text)")
            }
            isProgress = seed % 2 == 0
        }

        var graph: StateGraph<RuleMachine> {
            StateGraph(of: RuleMachine.self, from: [start], events: [0, 1, 2, 3, 4, 5])
        }

        var properties: [TemporalProperty<RuleMachine>] {
            claims.enumerated().map { .formula("\($0)", $1.formula, under: isProgress ? .progress : .none) }
        }

        /// The rules in the language of SPIN, without a graph.
        var program: String {
            let names = start.values.indices.map { "x\($0)" }
            func condition(_ rule: Rule) -> String {
                rule.conditions.map { "x\($0.variable) == \($0.value)" }.joined(separator: " && ")
            }
            var text = "int event = -1; int output = -1; bit rests = 0; bit tick = 0; bit moves = 0;\n"
            for (name, value) in zip(names, start.values) { text += "int \(name) = \(value);\n" }
            text += "active proctype machine() {\nend:\n    do\n"
            for event in 0..<6 {
                text += "    :: d_step { !rests -> event = \(event); output = -1; moves = 0; tick = !tick;\n"
                let own = start.rules.filter { $0.event == event }
                for rule in own {
                    let assignments = rule.assignments.map { " x\($0.variable) = \($0.value);" }.joined()
                    text += "        if :: (\(condition(rule))) -> output = \(rule.output); moves = 1;\(assignments)\n"
                    text += "        :: else ->\n"
                }
                text += "        skip\n" + String(repeating: "        fi;\n", count: own.count) + "    }\n"
            }
            text += "    :: d_step { rests = 1; event = -1; output = -1; moves = 0; tick = !tick }\n    od\n}\n"
            let canMove = start.rules.map { "(\(condition($0)))" }.joined(separator: " || ")
            for (number, claim) in claims.enumerated() {
                let fairness = isProgress ? "([] <> (moves || !(\(canMove)))) -> " : ""
                text += "ltl claim\(number + 1) { \(fairness)\(claim.text) }\n"
            }
            return text
        }
    }
}
