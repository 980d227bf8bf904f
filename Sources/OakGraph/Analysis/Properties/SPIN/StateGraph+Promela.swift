import Oak

extension StateGraph {
    /// Properties in Promela, the language of the model checker SPIN, as a second opinion on their verdicts.
    ///
    /// ```sh
    /// spin -a -o3 properties.pml
    /// cc -O2 -DNOREDUCE -o pan pan.c
    /// ./pan -a -n -w24 -m10000000 -N claim1
    /// ```
    ///
    /// The runs of the program are those of the machine as ``TemporalFormula`` describes them, with states, events,
    /// outputs and rests. The claims are called `claim1`, `claim2` and so on, in the order of the properties. The
    /// verifier reports an error exactly if a run violates the property; for ``TemporalProperty/sometimes(_:_:)``, the
    /// error is the witness. That the first part of an implication occurs is not claimed.
    ///
    /// The fairness of a property is the first part of its claim. The option `-f` of SPIN adds nothing, because it is
    /// about several processes, and a machine is one.
    ///
    /// - Parameter properties: The properties.
    /// - Returns: The program as text.
    /// - Throws: ``PromelaSizeError`` if the properties have more than 64 different conditions.
    /// - Complexity: O(*n*) in the number of states and transitions. The time that SPIN takes for a claim grows
    ///   exponentially with the number of events that its fairness is about.
    public func promela(of properties: [TemporalProperty<Machine>]) throws(PromelaSizeError) -> String {
        var reader = FormulaReader<Machine>()
        let claims = properties.map(\.claimInLogic)
        for claim in claims { _ = reader.number(of: claim.formula.node) }
        guard reader.atoms.count <= 64 else { throw PromelaSizeError(count: reader.atoms.count) }
        let words = words(of: reader.atoms, countingTransitions: reader.countsTransitions)
        let groups = FairGroupsBuilder.groups(
            of: self, under: claims.map(\.fairness).reduce(.none) { .all($0, $1) })
        let program = PropertyProgram(words, groups, atomCount: reader.atoms.count)
        let name = Promela.comment(shortName(ofType: Machine.self))
        var head = "/* \(name): \(space.states.count) states */\n"
        if let reason = reasonAgainstProperties { head += "/* Incomplete: \(Promela.comment(reason)) */\n" }
        var texts: [(name: String, formula: String)] = []
        var first = 0
        for (number, (property, claim)) in zip(properties, claims).enumerated() {
            let own = first..<first + claim.fairness.assumptions.count
            first = own.upperBound
            head += "/* claim\(number + 1): \(Promela.comment(property.statement)) */\n"
            let selected = groups.assumptions.indices.filter { own.contains(groups.assumptions[$0]) }
            let fairness = program.fairness(of: selected)
            let formula = Self.text(of: claim.formula.node, reader.atoms)
            texts.append(("claim\(number + 1)", "(\(fairness)) -> \(formula)"))
        }
        return program.text(head, claims: texts)
    }

    /// A formula in the syntax of SPIN.
    private static func text(of node: TemporalFormula<Machine>.Node, _ atoms: [Atom]) -> String {
        func text(_ node: TemporalFormula<Machine>.Node) -> String { self.text(of: node, atoms) }
        switch node {
        case .constant(let value): return value ? "true" : "false"
        case .atom(let atom): return PropertyProgram.atom(atoms.firstIndex { $0 === atom } ?? 0)
        case .not(let inner): return "(! \(text(inner)))"
        case .and(let one, let other): return "(\(text(one)) && \(text(other)))"
        case .or(let one, let other): return "(\(text(one)) || \(text(other)))"
        case .until(let first, let last): return "(\(text(first)) U \(text(last)))"
        case .release(let first, let last): return "(\(text(first)) V \(text(last)))"
        case .next(let inner):
            // Not every SPIN is compiled with an operator for the next position.
            let inner = text(inner)
            return "((tick && (tick U ((!tick) && \(inner)))) || ((!tick) && ((!tick) U (tick && \(inner)))))"
        }
    }
}

extension TemporalProperty {
    /// The claim as a formula; for a witness, that there is none.
    fileprivate var claimInLogic: (formula: TemporalFormula<Machine>, fairness: Fairness<Machine>) {
        switch claim {
        case .always(let condition): (.always(.state(condition)), .none)
        case .never(let condition), .sometimes(let condition): (.always(!.state(condition)), .none)
        case .eventually(let formula, let fairness), .formula(let formula, let fairness): (formula, fairness)
        }
    }
}

/// The error of properties that have too many conditions for SPIN.
public struct PromelaSizeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of conditions.
    package let count: Int

    public var description: String {
        "The properties have \(count) different conditions, and a program for SPIN has up to 64. Export fewer of them."
    }
}

/// The text of properties for SPIN: a program whose runs are the words of a graph, and claims in its logic.
///
/// The program is in a place: a state of the graph, a position within a macrostep, or a rest that lasts for ever. The
/// atoms that hold there, and the groups of events that are enabled and taken, are bits of variables.
struct PropertyProgram {
    /// A way to a place, with the letter read and the groups taken on it.
    private struct Way {
        var target: Int
        var letter: UInt64
        var taken: [UInt64]
    }

    private let graph: WordGraph
    private let groups: FairGroups
    private let atomCount: Int
    /// The ways out of each place.
    private var ways: [[Way]]
    /// The groups that are enabled in each place.
    private var enabled: [[UInt64]]

    init(_ graph: WordGraph, _ groups: FairGroups, atomCount: Int) {
        (self.graph, self.groups, self.atomCount) = (graph, groups, atomCount)
        ways = Array(repeating: [], count: graph.stateCount)
        enabled = (0..<graph.stateCount).map { FairSearch.enabled(in: $0, of: graph, groups) }
        for state in 0..<graph.leftCount { addWays(from: state) }
    }

    private mutating func addWays(from state: Int) {
        let edges = graph.edges(of: state)
        for edge in edges where graph.isRead(edge, from: state) {
            let taken = groups.settled(by: edge, from: state, in: graph)
            let letters = graph.chains[edge] ?? [graph.letter(of: edge, at: edge - edges.lowerBound)]
            var place = state
            for letter in letters.dropLast() {
                ways[place].append(Way(target: ways.count, letter: letter, taken: groups.emptySet))
                place = ways.count
                addPlace(like: state)
            }
            ways[place].append(Way(target: Int(graph.targets[edge]), letter: letters.last ?? 0, taken: taken))
        }
        let rest = Way(target: ways.count, letter: graph.letter(of: state), taken: groups.emptySet)
        ways[state].append(rest)
        addPlace(like: state)
        ways[rest.target].append(rest)
    }

    private mutating func addPlace(like state: Int) {
        ways.append([])
        enabled.append(enabled[state])
    }

    func text(_ head: String, claims: [(name: String, formula: String)]) -> String {
        let starts = graph.initial.map { Way(target: $0, letter: graph.letter(of: $0), taken: groups.emptySet) }
        let first = ways.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
        let all = ways.flatMap { $0 } + starts
        var text = head
        Promela.append("first_way", first.dropLast(), to: &text)
        Promela.append("way_count", ways.map(\.count), to: &text)
        var variables = [(name: "place", values: all.map(\.target))]
        for part in 0..<(atomCount + Self.width - 1) / Self.width {
            variables.append(("atoms\(part)", all.map { Int($0.letter >> UInt64(part * Self.width) & Self.mask) }))
        }
        for part in 0..<groups.width * 3 {
            variables.append(("taken\(part)", all.map { Self.part(part, of: $0.taken) }))
            variables.append(("enabled\(part)", all.map { Self.part(part, of: enabled[$0.target]) }))
        }
        for variable in variables { Promela.append("way_\(variable.name)", variable.values, to: &text) }
        text += "\n/* Each step changes the tick, by which the claims know the next position. */\nbit tick = 0;\n"
        // A claim about one initial state needs no step to it, which SPIN would take much longer to translate.
        let isSingle = starts.count == 1
        if !isSingle { text += "/* The first step leads to an initial state. */\nbit begun = 0;\n" }
        for variable in variables {
            text += "int \(variable.name) = \(isSingle ? variable.values.last ?? 0 : 0);\n"
        }
        text += "\nc_decl {\nstatic int way = 0;\n}\n\n"
        let moves = variables.map { "now.\($0.name) = \(Self.entry("way_\($0.name)", "way"));" }
        let move = (moves + ["now.tick = !now.tick;"]).joined(separator: " ")
        text += "active proctype machine() {\n"
        if !isSingle {
            text += "    if\n"
            for index in starts.indices {
                let way = all.count - starts.count + index
                text += "    :: d_step { c_code { way = \(way); \(move) now.begun = 1; } }\n"
            }
            text += starts.isEmpty ? "    :: false\n    fi;\n" : "    fi;\n"
        }
        text += "end:\n    do\n"
        for number in 0..<max(ways.map(\.count).max() ?? 0, 1) {
            text += "    :: d_step { c_expr { \(number) < \(Self.entry("way_count", "now.place")) } -> c_code { "
            text += "way = \(Self.entry("first_way", "now.place")) + \(number); \(move) } }\n"
        }
        text += "    od\n}\n\n"
        for claim in claims {
            let formula = isSingle ? claim.formula : "(!begun) U (begun && (\(claim.formula)))"
            text += "ltl \(claim.name) { \(formula) }\n"
        }
        return text
    }

    private static func entry(_ name: String, _ index: String) -> String {
        "\(name)[(\(index)) / \(Promela.page)][(\(index)) % \(Promela.page)]"
    }

    // A variable of SPIN has 32 bits, of which a shift of all but the sign is the same everywhere.
    /// The bits of an atom's variable.
    private static let width = 22
    private static let mask: UInt64 = 0x3f_ffff

    /// Three variables hold a word of a set.
    private static func part(_ number: Int, of set: [UInt64]) -> Int {
        Int(set[number / 3] >> UInt64(number % 3 * width) & mask)
    }

    /// An atom as an expression.
    static func atom(_ number: Int) -> String { "(((atoms\(number / width)) >> \(number % width)) & 1)" }

    /// The assumption of some groups as a formula.
    func fairness(of selected: [Int]) -> String {
        let parts = selected.map { group in
            let (word, bit) = (group / 64, group % 64)
            let (variable, shift) = (word * 3 + bit / Self.width, bit % Self.width)
            let taken = "((taken\(variable) >> \(shift)) & 1)"
            let enabled = "((enabled\(variable) >> \(shift)) & 1)"
            return groups.weak[word] >> UInt64(bit) & 1 == 1
                ? "([] <> (\(taken) || !\(enabled)))" : "((! [] <> \(enabled)) || ([] <> \(taken)))"
        }
        return parts.isEmpty ? "true" : parts.joined(separator: " && ")
    }
}
