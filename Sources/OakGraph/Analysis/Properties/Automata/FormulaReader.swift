import Oak

/// Reads formulas as forms, and numbers their atoms.
struct FormulaReader<Machine: ExecutableTransducer> {
    typealias Formula = TemporalFormula<Machine>

    private(set) var table = FormTable()
    private(set) var atoms: [Formula.Atom] = []
    /// Whether a transition that changes nothing can make a difference.
    private(set) var countsTransitions = false

    /// Forgets the forms, and not the atoms.
    mutating func beginAnew() { table = FormTable() }

    /// The number of a formula or of its negation, in negation normal form.
    mutating func number(of node: Formula.Node, negated: Bool = false) -> Int {
        switch node {
        case .constant(let value): return table.number(of: .constant(value != negated))
        case .atom(let atom): return table.number(of: .literal(atom: number(of: atom), isTrue: !negated))
        case .not(let inner): return number(of: inner, negated: !negated)
        case .and(let one, let other): return pair(one, other, negated) { negated ? .or($0, $1) : .and($0, $1) }
        case .or(let one, let other): return pair(one, other, negated) { negated ? .and($0, $1) : .or($0, $1) }
        case .next(let inner):
            countsTransitions = true
            return table.number(of: .next(number(of: inner, negated: negated)))
        case .until(let first, let last):
            return pair(first, last, negated) { negated ? .release($0, $1) : .until($0, $1) }
        case .release(let first, let last):
            return pair(first, last, negated) { negated ? .until($0, $1) : .release($0, $1) }
        }
    }

    private mutating func pair(
        _ one: Formula.Node, _ other: Formula.Node, _ negated: Bool, _ form: (Int, Int) -> Form
    ) -> Int {
        let (one, other) = (number(of: one, negated: negated), number(of: other, negated: negated))
        return table.number(of: form(one, other))
    }

    private mutating func number(of atom: Formula.Atom) -> Int {
        if let number = atoms.firstIndex(where: { $0 === atom }) { return number }
        switch atom.condition {
        case .state: break
        case .event, .output, .transition: countsTransitions = true
        }
        atoms.append(atom)
        return atoms.count - 1
    }
}
