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

/// A formula of linear temporal logic in negation normal form, whose parts are numbers in a ``FormTable``.
enum Form: Hashable {
    case constant(Bool)
    case literal(atom: Int, isTrue: Bool)
    case and(Int, Int)
    case or(Int, Int)
    case next(Int)
    case until(Int, Int)
    case release(Int, Int)
}

/// Formulas by number; equal ones have the same number.
struct FormTable {
    private var numbers = Numbering<Form>()
    var forms: [Form] { numbers.values }

    mutating func number(of form: Form) -> Int {
        switch form {
        case .and(let one, let other) where one == other: return one
        case .or(let one, let other) where one == other: return one
        case .and(let one, let other):
            if isConstant(one, true) || isConstant(other, false) { return other }
            if isConstant(one, false) || isConstant(other, true) { return one }
        case .or(let one, let other):
            if isConstant(one, false) || isConstant(other, true) { return other }
            if isConstant(one, true) || isConstant(other, false) { return one }
        // A constant second part decides at once.
        case .until(_, let last), .release(_, let last): if case .constant = forms[last] { return last }
        case .next(let inner): if case .constant = forms[inner] { return inner }
        case .constant, .literal: break
        }
        return numbers.number(of: form)
    }

    private func isConstant(_ number: Int, _ value: Bool) -> Bool { forms[number] == .constant(value) }
}

/// The translation of a formula into an automaton.
///
/// A state of the automaton is the set of formulas that the rest of the word has to satisfy. Its transitions follow
/// from rewriting each formula into what a letter has to satisfy, and what is left for the letters after it.
// Gerth, Peled, Vardi, Wolper, "Simple on-the-fly automatic verification of linear temporal logic", 1995. Acceptance
// belongs to transitions, as in Couvreur, "On-the-fly verification of linear temporal logic", 1999.
struct Tableau {
    private let forms: [Form]
    /// The place of each until-formula among the conditions of acceptance.
    private var conditions: [Int: Int] = [:]
    private var found: [Automaton.Transition] = []
    /// The sets of formulas, each in ascending order, by the state of the automaton.
    private var sets = Numbering<[Int]>()

    /// The number of formulas that may still be rewritten, which can grow exponentially.
    private var patience = 200_000

    /// The greatest number of states, of transitions of each, and of conditions of acceptance.
    static let limits = (states: 2_000, transitions: 2_000, conditions: 64)

    /// The automaton of a formula; `nil` if it is too large.
    static func automaton(of formula: Int, in table: FormTable) -> Automaton? {
        var tableau = Self(table.forms)
        guard tableau.conditions.count <= limits.conditions else { return nil }
        _ = tableau.sets.number(of: [formula])
        var transitions: [[Automaton.Transition]] = []
        while transitions.count < tableau.sets.values.count {
            guard tableau.sets.values.count <= limits.states else { return nil }
            transitions.append(tableau.transitions(from: tableau.sets.values[transitions.count]))
            guard tableau.patience > 0, tableau.found.count <= limits.transitions else { return nil }
        }
        return Automaton(transitions, conditionCount: tableau.conditions.count)
    }

    private init(_ forms: [Form]) {
        self.forms = forms
        for (number, form) in forms.enumerated() {
            if case .until = form { conditions[number] = conditions.count }
        }
    }

    /// A set of formulas that is being rewritten.
    private struct Cover {
        var open: [Int]
        var old: Set<Int> = []
        var next: Set<Int> = []
        var letters = Automaton.Letters()

        func adding(_ numbers: [Int]) -> Self {
            var cover = self
            cover.open += numbers
            return cover
        }
    }

    private mutating func transitions(from set: [Int]) -> [Automaton.Transition] {
        found = []
        expand(Cover(open: set))
        return found.count > Self.limits.transitions ? [] : Automaton.withoutWeaker(found)
    }

    private mutating func expand(_ cover: Cover) {
        var cover = cover
        while let number = cover.open.popLast() {
            guard cover.old.insert(number).inserted else { continue }
            patience -= 1
            guard patience > 0, found.count <= Self.limits.transitions else { return }
            switch forms[number] {
            case .constant(true): break
            case .constant(false): return
            case .literal(let atom, let isTrue): guard cover.letters.demand(atom, isTrue) else { return }
            case .and(let one, let other): cover.open += [one, other]
            case .next(let inner): cover.next.insert(inner)
            case .or(let one, let other):
                expand(cover.adding([one]))
                cover.open.append(other)
            case .until(let first, let last):
                expand(cover.adding([last]))
                cover.open.append(first)
                cover.next.insert(number)
            case .release(let first, let last):
                expand(cover.adding([first, last]))
                cover.open.append(last)
                cover.next.insert(number)
            }
        }
        var marks: UInt64 = 0
        for (until, place) in conditions {
            guard case .until(_, let last) = forms[until] else { continue }
            if !cover.old.contains(until) || cover.old.contains(last) { marks |= 1 << UInt64(place) }
        }
        let target = sets.number(of: cover.next.sorted())
        found.append(Automaton.Transition(letters: cover.letters, target: target, marks: marks))
    }
}
