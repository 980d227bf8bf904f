extension GraphModel {
    /// Returns the smallest model that behaves like this one: one state for each class of states that behave alike.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// func redundancy(of model: GraphModel) -> Int { model.states.count - model.minimized().states.count }
    /// ```
    ///
    /// Each class is shown as its first state. A state that no transition leads to from an initial one is left out. A
    /// model that is cut stays so: states that differ behind the cut are together.
    ///
    /// - Parameter aspects: The parts of the behaviour that tell states apart; by default all but the names of states.
    /// - Returns: The model; this one if it has no initial state, or names states that it does not have.
    /// - Complexity: O(*d* · *m* log *n*) for *n* states, *m* transitions, and at most *d* transitions from one state.
    // Kanellakis and Smolka, "CCS expressions, finite state processes, and three problems of equivalence" (1990), by
    // the refinement that a comparison makes; for deterministic models these are the classes of Hopcroft (1971).
    public func minimized(comparing aspects: GraphComparison.Aspects = .behaviour) -> GraphModel {
        guard defect == nil else { return self }
        let refinement = Refinement(of: ComparedGraph(self, aspects: aspects))
        let reached = reachedStates
        var classes = Numbering<Int>()
        var minimal = self
        minimal.states = []
        var representatives: Set<Int> = []
        for state in states.indices where reached[state] {
            guard classes.number(of: refinement.block(of: state)) == minimal.states.count else { continue }
            minimal.states.append(states[state])
            representatives.insert(state)
        }
        let numbers = states.indices.map { classes[refinement.block(of: $0)] ?? 0 }
        minimal.initial = initial.map { numbers[$0] }.unique
        minimal.transitions =
            transitions.filter { representatives.contains($0.source) }.map { transition in
                var transition = transition
                (transition.source, transition.target) = (numbers[transition.source], numbers[transition.target])
                let isSilent = transition.intent == .handled && transition.effect == nil && transition.output == nil
                if isSilent, transition.source == transition.target { transition.intent = .ignored }
                return transition
            }.unique
        return minimal
    }

    /// Whether transitions lead to each state from an initial one.
    private var reachedStates: [Bool] {
        let targets = Buckets(transitions, count: states.count) { transitions[$0].source }
        var (isReached, ahead) = (states.map { _ in false }, initial)
        while let state = ahead.popLast() {
            guard !isReached[state] else { continue }
            isReached[state] = true
            ahead += targets[state].map(\.target)
        }
        return isReached
    }
}
