extension GraphModel {
    /// The graph in Promela, the language of the model checker SPIN, as a second opinion.
    ///
    /// ```sh
    /// spin -a -o3 machine.pml
    /// cc -O2 -DNOREDUCE -DSAFETY -o pan pan.c
    /// ./pan -n -w24 -m10000000
    /// ```
    ///
    /// The verifier stores as many states as the graph has that can be reached, and one transition more than the graph
    /// has, which is its first step. With *k* initial states, *k* other than one, it begins in a state of its own: one
    /// state and *k* transitions more. The option `-w` is the logarithm of the size of the hash table, and `-m` the
    /// longest path, at most one more than the number of states.
    ///
    /// Ignored, unexpected and postponed events are transitions from a state to itself.
    ///
    /// - Returns: The program as text.
    /// - Complexity: O(*n*) in the number of states and transitions.
    public var promela: String { Promela(self).text(claim: nil, macros: []) }

    /// The graph in Promela with a claim in linear temporal logic.
    ///
    /// ```sh
    /// spin -a -o3 machine.pml
    /// cc -O2 -DNOREDUCE -o pan pan.c
    /// ./pan -a -n -w24 -m10000000
    /// ```
    ///
    /// The verifier reports an error if a run violates the claim. In a terminal state, and in any other without
    /// transitions, time goes on and nothing changes. The option `-f` of SPIN changes nothing: it makes several
    /// processes fair to each other, and a machine is one. For a claim with fairness, events or outputs, use
    /// ``StateGraph/promela(of:)``.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// func claim(about model: GraphModel) throws -> String {
    ///     try model.promela(claim: "[] (paying -> <> closed)") { state in
    ///         ["paying": state.cases.first == "paying", "closed": state.isTerminal]
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - claim: A formula of SPIN about the propositions.
    ///   - propositions: Which propositions hold in a state, by name. A name that is missing does not hold.
    /// - Returns: The program as text.
    /// - Throws: ``PromelaNameError`` if a proposition has a name that SPIN does not accept.
    /// - Complexity: O(*n*) in the number of states and transitions.
    public func promela(
        claim: String, where propositions: (State) throws -> KeyValuePairs<String, Bool>
    ) throws -> String {
        var macros: [Promela.Macro] = []
        var numbers = Numbering<String>()
        for (index, state) in states.enumerated() {
            for (name, holds) in try propositions(state) {
                guard Promela.isName(name) else { throw PromelaNameError(name: name) }
                let macro = numbers.number(of: name)
                if macro == macros.count { macros.append(Promela.Macro(name: name)) }
                if holds { macros[macro].insert(index) }
            }
        }
        return Promela(self).text(claim: claim, macros: macros)
    }
}

/// The error of a proposition with a name that SPIN does not accept.
public struct PromelaNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the proposition.
    package let name: String

    public var description: String {
        """
        SPIN does not accept "\(DiagramText.printable(name))" as the name of a proposition. Use lower-case letters, \
        digits and underscores, begin with a letter, and avoid the words of Promela and C.
        """
    }
}
