import Oak
import OakGraph
import OakTesting

/// A machine given by a table, with outputs, action events and an operation.
enum WordMachine: EffectTransducer {
    struct Row: Hashable {
        var next: Int
        var output: Int?
        /// An event that follows within the macrostep, later in the alphabet.
        var action: Int?
        var begins = false
    }
    struct State: Hashable, NonTerminal {
        var at = 0
        let table: [[Row?]]
    }
    typealias Event = Int
    typealias Output = Int?
    struct Env: Sendable {}

    static func update(_ state: inout State, event: Int) -> (Effect?, Int?) {
        guard let row = state.table[state.at][event] else { return (nil, nil) }
        state.at = row.next
        let operation: Effect? = row.begins ? Effect(id: "operation") { _, _ in } : nil
        switch (row.action.map { Effect.event($0) }, operation) {
        case (let action?, let operation?): return (.combine(action, operation), row.output)
        case (let action, let operation): return (action ?? operation, row.output)
        }
    }
}

extension WordMachine {
    /// A random machine, and random properties of it.
    struct Sample {
        let graph: StateGraph<WordMachine>
        let formulas: [(formula: TemporalFormula<WordMachine>, fairness: Fairness<WordMachine>)]

        init(seed: UInt64, formulas count: Int) {
            var random = SeededGenerator(seed: seed)
            func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
            let states = number(1..<6)
            let table: [[Row?]] = (0..<states).map { _ in
                (0..<4).map { event in
                    guard number(0..<3) > 0 else { return nil }
                    return Row(
                        next: number(0..<states), output: number(0..<2) == 0 ? number(0..<2) : nil,
                        action: event < 3 && number(0..<5) == 0 ? number(event + 1..<4) : nil,
                        begins: number(0..<4) == 0)
                }
            }
            let alphabet: Alphabet<WordMachine> =
                seed % 2 == 0 ? [0, 1, 2, 3] : .events(0, 1, 2).answers(of: "operation", 3)
            graph = StateGraph(of: WordMachine.self, from: [State(table: table)], events: alphabet)
            let marked = (0..<states).map { _ in Bool.random(using: &random) }
            let atoms: [TemporalFormula<WordMachine>] = [
                .state { marked[$0.at] }, .event { $0 == 0 }, .output { $0 == 1 }, .event { $0 == 3 },
            ]
            func formula(_ depth: Int) -> TemporalFormula<WordMachine> {
                if depth == 0 || number(0..<6) == 0 { return atoms[number(0..<4)] }
                let one = formula(depth - 1)
                switch number(0..<11) {
                case 0: return !one
                case 1: return one && formula(depth - 1)
                case 2: return one || formula(depth - 1)
                case 3: return (!one) || formula(depth - 1)
                case 4: return .next(one)
                case 5: return one.until(formula(depth - 1))
                case 6: return one.weakUntil(formula(depth - 1))
                case 7: return one.release(formula(depth - 1))
                case 8: return .eventually(one)
                default: return .always(one)
                }
            }
            let assumptions: [Fairness<WordMachine>] = [
                .none, .progress, .answers, .weak(for: { $0 == 1 }), .strong(for: { $0 == 2 }),
                .all(.weak(for: { $0 == 0 }), .strong(for: { $0 == 3 })), .all(.progress, .answers),
            ]
            formulas = (0..<count).map { _ in (formula(2), assumptions[number(0..<assumptions.count)]) }
        }

        var properties: [TemporalProperty<WordMachine>] {
            formulas.enumerated().map { .formula("\($0)", $1.formula, under: $1.fairness) }
        }
    }
}
