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
