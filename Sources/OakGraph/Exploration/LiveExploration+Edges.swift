import Oak

extension LiveExploration {
    /// The causes of the edges of a machine, in order.
    func causes(in situation: Situation) -> [Cause] {
        let machine = situation.machine
        let outside = alphabet.external(in: machine.state)
        if machine.isSuspended {
            return actionAnswers(in: machine, or: outside)
        }
        if machine.offersPostponed {
            let places = machine.places(where: isRepeatable)
            if places.isEmpty { return [.offer] }
            return places.flatMap { [.offerOneOf($0, isLast: true), .offerOneOf($0, isLast: false)] }
        }
        var causes = outside.map { Cause.outside($0) }
        var byDeclaration: [Int: [Configuration<Machine>.Running]] = [:]
        for operation in machine.running where !operation.isSilent && !operation.isExit {
            if let number = declaration(of: operation) { byDeclaration[number, default: []].append(operation) }
        }
        for (number, operations) in byDeclaration.sorted(by: { $0.key < $1.key }) {
            // Activities come first.
            let ordered = operations.filter(\.summary.isActivity) + operations.filter { !$0.summary.isActivity }
            for operation in ordered {
                for (event, isLast) in alphabet.answers[number].events(at: operation.stage) {
                    let lastAnswer = isLast ? lastAnswer(of: operation, declaredBy: number) : .sent
                    if lastAnswer != .returned {
                        causes.append(.answer(event, from: operation.number, declaration: number, isLast: isLast))
                    }
                    // Without steps behind it, the operation could as well be live.
                    if lastAnswer == .returned || lastAnswer == .either && operation.hasFollowers {
                        causes.append(.result(event, of: operation.number, declaration: number))
                    }
                }
            }
        }
        causes += returns(in: situation).loud.map { .returns($0) }
        for operation in machine.running
        where operation.handlesErrors && !operation.isSilent {
            let errors = declaration(of: operation).map { alphabet.answers[$0].fails } ?? [UndeclaredFailure()]
            causes += errors.map { .failure(operation.number, $0) }
        }
        return causes
    }

    private func lastAnswer(of operation: Configuration<Machine>.Running, declaredBy number: Int) -> LastAnswer {
        // The event may be that of an error, which comes when the operation has returned.
        let mayBeError = operation.handlesErrors && alphabet.answers[number].fails.isEmpty
        return operation.lastAnswer == .sent && mayBeError ? .either : operation.lastAnswer
    }

    /// The answers of the action that a machine waits for.
    ///
    /// - Parameter events: The events of an action without a declaration.
    func actionAnswers(in machine: Configuration<Machine>, or events: [Machine.Event]) -> [Cause] {
        let errors = alphabet.actionAnswers?.fails ?? [UndeclaredFailure()]
        return (alphabet.actionAnswers?.events ?? events.map { [$0] } + [[]]).map { .action($0) }
            + (machine.handlesErrorOfAction ? errors.map { .failedAction($0) } : [])
    }

    /// An edge with the machine that it leads to.
    struct Departure {
        var edge: Edge
        let note: EdgeNote
        let steps: [Step]
        /// `nil` if the edge leads back.
        var target: Situation?
    }

    /// The edges of a state.
    ///
    /// - Parameters:
    ///   - number: The number of the state.
    ///   - trapped: The causes to leave out, because `update` does not return.
    func departures(from number: Int, without trapped: [Cause]) -> [Departure] {
        let keys = Set(trapped.map(key))
        func isWanted(_ cause: Cause) -> Bool { keys.isEmpty || !keys.contains(key(of: cause)) }
        let variants = variants(of: situations[number], trying: isWanted)
        if variants.count > 1 { knownVariants[number] = variants }
        return departures(from: variants, where: isWanted)
    }

    /// The edges of a machine and its variants that have some of the causes.
    func departures(from variants: [Variant], where isWanted: (Cause) -> Bool) -> [Departure] {
        var found: [Departure] = []
        var before: [Departure] = []
        for (place, variant) in variants.enumerated() {
            let machine = variant.situation.machine
            for cause in causes(in: variant.situation) where isWanted(cause) {
                for var departure in departures(from: machine, by: cause) {
                    if place == 0 {
                        before.append(departure)
                    } else {
                        if departure.target == nil, departure.note.intent.hasTarget {
                            departure.target = variant.situation
                        }
                        if isReduced, isCovered(departure, by: before, from: variants[0].situation) { continue }
                    }
                    departure.edge.variant = place
                    departure.edge.returned = variant.returned + departure.edge.returned
                    departure.edge.moves =
                        variant.moves
                        + PathMove.moves(departure.edge.moves, afterIdleActions: variant.idleActions)
                    found.append(departure)
                }
            }
        }
        return found
    }

    /// Whether a machine before some returns has a departure with the same steps, after which these returns lead to the
    /// same.
    private func isCovered(_ departure: Departure, by before: [Departure], from source: Situation) -> Bool {
        let key = key(of: departure.edge.cause)
        for other in before {
            guard key == self.key(of: other.edge.cause), areAlike(departure.steps, other.steps) else { continue }
            guard let target = departure.target else {
                if other.target == nil { return true }
                continue
            }
            if progressAfterReturns(from: other.target ?? source).contains(target.progress) { return true }
        }
        return false
    }

    /// A key that tells causes apart in a machine and its variants.
    private func key(of cause: Cause) -> [Int] {
        switch cause {
        case .outside(let event): [0, register[event]]
        case .answer(let event, from: let number, _, _): [1, number, register[event]]
        case .result(let event, of: let number, _): [8, number, register[event]]
        case .returns(let numbers): [2] + numbers
        case .failure(let number, let error): [3, number, register[error]]
        case .action(let events): [4] + events.map { register[$0] }
        case .failedAction(let error): [5, register[error]]
        case .offer: [6]
        case .offerOneOf(let place, let isLast): [7, place, isLast ? 1 : 0]
        }
    }

    private func areAlike(_ steps: [Step], _ others: [Step]) -> Bool {
        steps.elementsEqual(others) {
            $0.intent == $1.intent && register[$0.event] == register[$1.event] && isUnchanged($0.state, $1.state)
        }
    }

    /// The edges of a machine that have one cause.
    func departures(from machine: Configuration<Machine>, by cause: Cause) -> [Departure] {
        let first = outcome(of: cause, in: machine)
        let found = departure(of: cause, in: machine, first).map { [$0] } ?? []
        guard detail.contains(.returns) else { return found }
        // An operation that something waits for now may have returned before.
        let awaited = first.machine.awaitedNames
        if awaited.isEmpty { return found }
        let earlier = machine.running.filter { operation in
            !operation.hasFollowers && mayReturn(operation) && !awaited.isDisjoint(with: operation.names)
                && cause.operation != operation.number
        }
        if earlier.count > Self.earlierLimit { hasTooManyReturns = true }
        return found
            + subsets(of: earlier.prefix(Self.earlierLimit).map(\.number)).compactMap { numbers in
                let copy = without(numbers, machine)
                return departure(
                    of: cause, in: copy, outcome(of: cause, in: copy), after: numbers,
                    moves(ofReturns: numbers, in: machine))
            }.filter { !isReduced || !isCovered($0, by: found, from: situation(of: machine)) }
    }

    /// The maximum number of operations of which each subset is tried.
    private static var earlierLimit: Int { 4 }

    private func subsets(of numbers: [Int]) -> [[Int]] {
        (0..<(1 << numbers.count)).dropFirst().map { bits in
            numbers.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
        }
    }

    private func departure(
        of cause: Cause, in machine: Configuration<Machine>, _ outcome: Outcome, after earlier: [Int] = [],
        _ earlierMoves: [PathMove<Machine.Event>] = []
    ) -> Departure? {
        // Something that happens without an event leads to a variant of this machine.
        guard let event = outcome.steps.first?.event else { return nil }
        let edge = Edge(
            cause: cause, event: event, sender: sender(of: cause, in: machine),
            moves: earlierMoves + moves(of: cause, event, from: machine, to: outcome.machine),
            idleActions: outcome.idleActions, earlier: earlier, returned: earlier + cause.returning)
        let isBack = outcome.machine === machine && (earlier.isEmpty || !outcome.note.intent.hasTarget)
        return Departure(
            edge: edge, note: outcome.note, steps: outcome.steps,
            target: isBack ? nil : situation(of: outcome.machine))
    }

    /// A cause in terms of a path.
    private func moves(
        of cause: Cause, _ event: Machine.Event, from machine: Configuration<Machine>,
        to next: Configuration<Machine>
    ) -> [PathMove<Machine.Event>] {
        switch cause {
        case .outside: [.event(event)]
        case .answer(_, from: let number, _, let isLast):
            [
                .answer(
                    event, of: machine.mark(of: number), isLast: isLast,
                    hasReturned: isLast && !next.running.contains { $0.number == number })
            ]
        case .result(_, of: let number, _): [.result(event, of: machine.mark(of: number))]
        case .returns, .action, .failedAction: moves(ofSilent: cause, in: machine)
        case .failure(let number, let error):
            [.failed(machine.mark(of: number), error is UndeclaredFailure ? nil : error)]
        case .offer: [offer(of: event, by: machine.offeredSenders.first)]
        case .offerOneOf(let place, _):
            [machine.senders(at: place).first.map { offer(of: event, by: $0) } ?? .event(event)]
        }
    }

    /// A cause that may happen without an event, in terms of a path.
    func moves(ofSilent cause: Cause, in machine: Configuration<Machine>) -> [PathMove<Machine.Event>] {
        switch cause {
        case .action(let events): [events.isEmpty ? .ended(EffectMark(id: nil)) : .actionEvents(events)]
        case .failedAction(let error): [.failed(EffectMark(id: nil), error is UndeclaredFailure ? nil : error)]
        case .outside, .answer, .result, .returns, .failure, .offer, .offerOneOf:
            moves(ofReturns: cause.returning, in: machine)
        }
    }

    private func offer(of event: Machine.Event, by sender: EffectID?) -> PathMove<Machine.Event> {
        .answer(event, of: EffectMark(id: sender), isLast: false, hasReturned: false)
    }

    /// The edge of a cause whose event is known, although its `update` does not return.
    func trappedEdge(_ cause: Cause, in machine: Configuration<Machine>) -> Edge? {
        let event: Machine.Event? =
            switch cause {
            case .outside(let event), .answer(let event, _, _, _), .result(let event, _, _): event
            case .action(let events): events.first
            case .failure(let number, let error): machine.event(for: error, of: number)
            case .failedAction(let error): machine.eventOfAction(for: error)
            case .offer: machine.offered?.event
            case .offerOneOf(let place, _): machine.event(at: place)
            case .returns: nil
            }
        return event.map {
            Edge(
                cause: cause, event: $0, sender: sender(of: cause, in: machine),
                moves: moves(of: cause, $0, from: machine, to: machine), idleActions: 0, earlier: [], returned: [])
        }
    }

    /// The numbers of the declarations for effects, in order.
    func declarations(of ids: [EffectID]) -> [Int] { Set(ids.compactMap { declarations[$0] }).sorted() }

    /// The effects with declared answers that are live, by the number of the answer's declaration.
    func live(in number: Int) -> (activities: Set<Int>, operations: Set<Int>) {
        var (activities, operations): (Set<Int>, Set<Int>) = ([], [])
        guard situations.indices.contains(number) else { return (activities, operations) }
        for operation in situations[number].machine.running where !operation.isSilent && !operation.isExit {
            guard let declaration = declaration(of: operation) else { continue }
            if operation.summary.isActivity {
                activities.insert(declaration)
            } else {
                operations.insert(declaration)
            }
        }
        return (activities, operations)
    }

    /// The declared events of the effects that are live in a state.
    func answers(in number: Int) -> [Machine.Event] {
        let (activities, operations) = live(in: number)
        return activities.union(operations).sorted().flatMap { alphabet.answers[$0].events.map(\.event) }
    }

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
