import Oak

extension LiveExploration {
    /// A machine in which some operations have returned without an event.
    struct Variant {
        let situation: Situation
        var returned: [Int] = []
        var moves: [PathMove<Machine.Event>] = []
        /// The actions that have returned before the one that the machine waits for.
        var idleActions = 0
    }

    /// The machine itself, and those in which operations have returned without an event, but not without consequences.
    ///
    /// - Parameters:
    ///   - mayReturn: Whether an operation with a number may return.
    ///   - isWanted: Whether a cause may be tried.
    func variants(
        of situation: Situation, where mayReturn: (Int) -> Bool = { _ in true },
        trying isWanted: (Cause) -> Bool = { _ in true }
    ) -> [Variant] {
        var found = [Variant(situation: situation)]
        // A machine takes note of returns after it has been offered its postponed events.
        if Machine.isTerminal(situation.machine.state) || situation.machine.offersPostponed { return found }
        var known: Set<Int> = [situation.progress]
        var next = 0
        while next < found.count {
            if found.count > variantLimit {
                hasTooManyReturns = true
                return found
            }
            let variant = found[next]
            let machine = variant.situation.machine
            next += 1
            let causes: [Cause] =
                machine.isSuspended
                ? actionAnswers(in: machine, or: [])
                : returns(in: variant.situation).silent.map { .returns($0) }
            for cause in causes where cause.returning.allSatisfy(mayReturn) && isWanted(cause) {
                let outcome = outcome(of: cause, in: machine)
                guard outcome.steps.isEmpty, outcome.note.intent == .handled else { continue }
                let situation = self.situation(of: outcome.machine)
                guard known.insert(situation.progress).inserted else { continue }
                let moves = moves(ofSilent: cause, in: machine)
                found.append(
                    Variant(
                        situation: situation, returned: variant.returned + cause.returning,
                        moves: variant.moves + PathMove.moves(moves, afterIdleActions: variant.idleActions),
                        idleActions: outcome.idleActions))
            }
        }
        return found
    }

    /// The progress of a machine and its variants, which depends on nothing else.
    func progressAfterReturns(from situation: Situation) -> Set<Int> {
        if let known = knownProgress[situation.progress] { return known }
        let found = Set(variants(of: situation).map(\.situation.progress))
        knownProgress[situation.progress] = found
        return found
    }

    /// The smallest sets of operations whose return has consequences: events, or only other effects.
    ///
    /// They depend on the progress of the effects alone, so each is found once.
    func returns(in situation: Situation) -> (loud: [[Int]], silent: [[Int]]) {
        var operations = situation.machine.running.filter { $0.hasFollowers && mayReturn($0) }
        if operations.isEmpty { return ([], []) }
        // Operations of the machine itself have no order in its progress.
        if operations.count > 1 {
            let keys = operations.map { $0.isPart ? -1 : register[$0.summary] * 2 + ($0.isCancelled ? 1 : 0) }
            operations = operations.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { operations[$0] }
        }
        let numbers = operations.map(\.number)
        let sets = knownReturns[situation.progress] ?? findReturns(of: numbers, in: situation.machine)
        knownReturns[situation.progress] = sets
        return (sets.loud.map { $0.map { numbers[$0] } }, sets.silent.map { $0.map { numbers[$0] } })
    }

    /// - Returns: Sets of positions in the list of operations.
    private func findReturns(of operations: [Int], in machine: Configuration<Machine>) -> ReturningSets {
        var sets = ReturningSets()
        var ahead: [(machine: Configuration<Machine>, positions: [Int])] = [(machine, [])]
        var count = 0
        while let (current, positions) = ahead.popLast() {
            if count > Self.setLimit {
                hasTooManyReturns = true
                return sets
            }
            for position in operations.indices[((positions.last ?? -1) + 1)...] {
                count += 1
                let trial = current.fork()
                trial.end(operations[position])
                let (steps, _) = run(trial, from: machine.state)
                if !steps.isEmpty {
                    sets.loud.append(positions + [position])
                } else if progress(of: trial) != progress(of: current, without: operations[position]) {
                    sets.silent.append(positions + [position])
                } else {
                    ahead.append((trial, positions + [position]))
                }
            }
        }
        return sets
    }

    /// The maximum number of sets that are tried in one state.
    private static var setLimit: Int { 256 }

    func mayReturn(_ operation: Configuration<Machine>.Running) -> Bool {
        if operation.isSilent || operation.isExit { return true }
        return declaration(of: operation).map { alphabet.answers[$0].ends } ?? true
    }

    /// The declaration for an operation, or for the innermost composition around it that has one.
    func declaration(of operation: Configuration<Machine>.Running) -> Int? {
        let names = (operation.summary.id.map { [$0] } ?? []) + operation.surroundings
        return names.lazy.compactMap { self.declarations[$0] }.first
    }

    func sender(of cause: Cause, in machine: Configuration<Machine>) -> EffectID? {
        switch cause {
        case .outside, .action, .failedAction: nil
        case .answer(_, _, let declaration, _), .result(_, _, let declaration): alphabet.answers[declaration].sender
        case .offer: declared(among: machine.offeredSenders)
        case .offerOneOf(let place, _): declared(among: machine.senders(at: place))
        case .failure(let number, _): machine.mark(of: number).id
        // Only action events follow.
        case .returns: nil
        }
    }

    private func declared(among senders: [EffectID]) -> EffectID? {
        senders.first { declarations[$0] != nil } ?? senders.first
    }

    /// The returns of operations, in terms of a path.
    func moves(ofReturns numbers: [Int], in machine: Configuration<Machine>) -> [PathMove<Machine.Event>] {
        if numbers.isEmpty { return [] }
        let copy = machine.fork()
        return numbers.map { number in
            let mark = copy.mark(of: number)
            copy.end(number)
            _ = run(copy, from: machine.state)
            return .ended(mark)
        }
    }
}

/// Sets of operations whose return has consequences.
struct ReturningSets {
    /// Those that lead to events.
    var loud: [[Int]] = []
    /// Those that lead only to other effects.
    var silent: [[Int]] = []
}

extension LiveExploration.Cause {
    /// The operation that answers or fails.
    var operation: Int? {
        switch self {
        case .answer(_, from: let number, _, _), .result(_, of: let number, _), .failure(let number, _): number
        case .returns(let numbers): numbers.last
        case .outside, .action, .failedAction, .offer, .offerOneOf: nil
        }
    }

    /// The operations that return without an event.
    var returning: [Int] {
        switch self {
        case .returns(let numbers): numbers
        case .outside, .answer, .result, .failure, .action, .failedAction, .offer, .offerOneOf: []
        }
    }
}
