public import Oak

/// The machines in the states of a graph, with everything that is live in them.
///
/// A state of the graph is then a state of the machine and the progress of its effects. Operations answer as declared;
/// one without a declaration may return at any time, and so may one that was cancelled or has given its last answer.
@usableFromInline final class LiveExploration<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    /// Facts that make a difference only to some machines.
    @usableFromInline struct Detail: OptionSet {
        @usableFromInline let rawValue: Int
        @usableFromInline init(rawValue: Int) { self.rawValue = rawValue }

        /// Which operations have returned, for a machine that waits for operations that it has cancelled.
        static var returns: Detail { Detail(rawValue: 1) }
        /// Which events from outside are postponed, and not how often, for a machine that postpones answers, too.
        static var postponements: Detail { Detail(rawValue: 2) }
    }

    /// The cause of an edge.
    enum Cause {
        case outside(Machine.Event)
        /// An operation answers; the number is that of the answer's declaration.
        case answer(Machine.Event, from: Int, declaration: Int, isLast: Bool)
        /// An operation returns with an event.
        case result(Machine.Event, of: Int, declaration: Int)
        /// Operations return, the last of them with consequences.
        case returns([Int])
        /// An operation throws an error.
        case failure(Int, any Error)
        /// An action answers with some events, or with none.
        case action([Machine.Event])
        /// An action throws an error.
        case failedAction(any Error)
        /// A postponed event is offered again.
        case offer
        /// One of several postponed events is, at a place, of which each may have come several times.
        case offerOneOf(Int, isLast: Bool)
    }

    /// An edge beside its target.
    struct Edge {
        let cause: Cause
        /// The first event.
        let event: Machine.Event
        let sender: EffectID?
        /// All that happens, in terms of a path.
        var moves: [PathMove<Machine.Event>]
        /// The actions that have returned before the one that the target waits for.
        let idleActions: Int
        /// The variant of the source in which it happens, by position.
        var variant = 0
        /// The operations that have returned before, although nothing depended on it.
        let earlier: [Int]
        /// All operations that return without an event before it.
        var returned: [Int]
    }

    let alphabet: Alphabet<Machine>
    let limits: GraphLimits
    let detail: Detail
    var variantLimit: Int { limits.states }
    var hasTooManyReturns = false
    /// Whether too much is live in some state to be followed.
    @usableFromInline var isCut: Bool { hasTooManyReturns || register.largestCrowd > Self.crowdLimit }
    /// The maximum number of like effects that may be live at once.
    @usableFromInline static var crowdLimit: Int { 16 }
    /// Whether an event that finds the same with or without a return is left to the machine before the return.
    let isReduced: Bool
    let isUnchanged: (Machine.State, Machine.State) -> Bool
    let declarations: [EffectID: Int]

    /// A machine with the number of its progress.
    @usableFromInline struct Situation {
        let machine: Configuration<Machine>
        let progress: Int
    }

    /// The machines, by number of the state.
    private(set) var situations: [Situation] = []
    /// The edges, by number.
    private(set) var edges: [Edge] = []
    let register: ProgressRegister<Machine.Event>
    var knownReturns: [Int: ReturningSets] = [:]
    var knownProgress: [Int: Set<Int>] = [:]
    /// The variants of states that have several, by number.
    var knownVariants: [Int: [Variant]] = [:]
    /// The greatest detail that the effects seen so far need.
    @usableFromInline private(set) var neededDetail: Detail = []
    var hasPostponed = (events: false, answers: false)
    /// The number of actions that have returned since something last happened, because nothing depends on them.
    private var idleActions = 0

    @usableFromInline init(
        _ alphabet: Alphabet<Machine>, limits: GraphLimits, detail: Detail, isReduced: Bool = true,
        isUnchanged: @escaping (Machine.State, Machine.State) -> Bool
    ) {
        self.alphabet = alphabet
        self.limits = limits
        self.detail = detail
        self.isReduced = isReduced
        self.isUnchanged = isUnchanged
        declarations = Dictionary(uniqueKeysWithValues: alphabet.answers.enumerated().map { ($1.sender, $0) })
        let errors: [any Error] = alphabet.answers.flatMap(\.fails) + [UndeclaredFailure()]
        register = ProgressRegister(errors: errors) { AnyHashable(Likeness($0)) }
    }

    /// The detail in which the machine has to be explored, as far as is known.
    @usableFromInline var wantedDetail: Detail { detail.union(neededDetail) }

    /// Whether the effects seen so far need more detail.
    @usableFromInline var isTooCoarse: Bool { !detail.isSuperset(of: neededDetail) }

    /// The number of the progress of a machine's effects.
    func progress(of machine: Configuration<Machine>, without excluded: Int? = nil) -> Int {
        // Nothing is live after the end.
        register[Machine.isTerminal(machine.state) ? [] : machine.progress(without: excluded, in: register)]
    }

    @usableFromInline func situation(of machine: Configuration<Machine>) -> Situation {
        Situation(machine: machine, progress: progress(of: machine))
    }

    @usableFromInline func append(_ situation: Situation) { situations.append(situation) }

    func append(_ edge: Edge) { edges.append(edge) }

    /// The machine that begins in a state.
    @usableFromInline func begin(in state: Machine.State) -> Situation {
        let machine = Configuration<Machine>(
            state, actionLimit: limits.actionEvents, postponedLimit: limits.postponedEvents ?? .max)
        if Machine.isTerminal(state) { return situation(of: machine) }
        _ = run(machine, from: state)
        return situation(of: settled(machine))
    }

    /// One `update` of a macrostep, or the reply to its event.
    typealias Step = Macrostep<Machine>.Step

    /// The result of one cause.
    struct Outcome {
        let machine: Configuration<Machine>
        let steps: [Step]
        let note: EdgeNote
        /// The actions that have returned before the one that the machine waits for.
        var idleActions = 0
    }

    /// Lets something happen to a copy of a machine.
    func outcome(of cause: Cause, in machine: Configuration<Machine>) -> Outcome {
        let copy = machine.fork()
        idleActions = 0
        switch cause {
        case .outside(let event): copy.take(event)
        case .answer(let event, let number, let declaration, let isLast):
            let next = min(machine.stage(of: number) + 1, alphabet.answers[declaration].firstCount)
            copy.take(event, from: number, reaching: isLast ? .max : next)
        case .result(let event, of: let number, _): copy.end(number, with: event)
        case .returns(let numbers):
            for (place, number) in numbers.enumerated() {
                if place > 0 { _ = run(copy, from: machine.state) }
                copy.end(number)
            }
        case .failure(let number, let error): copy.end(number, throwing: error)
        case .action(let events): copy.answer(events.isEmpty ? nil : .events(events))
        case .failedAction(let error): copy.fail(with: error)
        case .offer: _ = copy.offerPostponed()
        case .offerOneOf(let place, let isLast):
            copy.prepareOffer(place, keeping: !isLast)
            _ = copy.offerPostponed()
        }
        let (steps, end) = run(copy, from: machine.state)
        var note = EdgeNote(steps.first?.intent ?? .handled)
        note[.effect] = steps.contains { $0.effect != nil && ($0.intent == .handled || $0.intent == .ignored) }
        note[.actions] = steps.count > 1
        note[.unexpectedAction] = steps.dropFirst().contains { $0.intent == .unexpected }
        switch end {
        case .rest, .ended: break
        case .endless: note.intent = .endless
        case .invalid: note.intent = .invalid
        }
        if !note.intent.hasTarget || note.intent == .postponed && isKnownToWait(cause, copy, machine) {
            return Outcome(machine: machine, steps: steps, note: note)
        }
        if case .ended = end { return Outcome(machine: copy, steps: steps, note: note) }
        let settled = settled(copy)
        return Outcome(
            machine: settled, steps: steps, note: note, idleActions: settled.isSuspended ? idleActions : 0)
    }

    /// Whether the event that a machine has just postponed makes no difference: it may come at any time, or is already
    /// kept.
    private func isKnownToWait(
        _ cause: Cause, _ machine: Configuration<Machine>, _ before: Configuration<Machine>
    ) -> Bool {
        switch cause {
        case .outside: hasPostponed.events = true
        case .answer, .result, .failure, .returns, .action, .failedAction, .offer, .offerOneOf:
            hasPostponed.answers = true
        }
        if hasPostponed.events, hasPostponed.answers { neededDetail.insert(.postponements) }
        // With a limited number of places, each event takes one.
        if limits.postponedEvents != nil { return false }
        let isRepetition = machine.forgetRepetition(where: isRepeatable) { register[$0] == register[$1] }
        return switch cause {
        case .outside: isRepetition || !detail.contains(.postponements)
        case .answer(_, from: let number, _, _): isRepetition && machine.stage(of: number) == before.stage(of: number)
        case .result, .failure, .returns, .action, .failedAction, .offer, .offerOneOf: false
        }
    }

    /// Whether events from outside are kept when they are postponed.
    var keepsPostponedEvents: Bool { limits.postponedEvents != nil || detail.contains(.postponements) }

    /// Whether the source of a postponed event may have sent it several times.
    func isRepeatable(_ postponed: PostponedEvent<Machine.Event>) -> Bool {
        if limits.postponedEvents != nil { return false }
        if postponed.isFromOutside { return true }
        guard let number = postponed.senders.lazy.compactMap({ self.declarations[$0] }).first else { return false }
        return alphabet.answers[number].events.dropFirst(alphabet.answers[number].firstCount).contains {
            !$0.isLast && register[$0.event] == register[postponed.event]
        }
    }

    /// Repeats the step of an edge.
    func outcome(of edge: Edge, from number: Int) -> Outcome {
        let machine = knownVariants[number]?[edge.variant].situation.machine ?? situations[number].machine
        return outcome(of: edge.cause, in: without(edge.earlier, machine))
    }

    /// A machine in which some operations have returned.
    func without(_ operations: [Int], _ machine: Configuration<Machine>) -> Configuration<Machine> {
        if operations.isEmpty { return machine }
        let copy = machine.fork()
        for number in operations {
            copy.end(number)
            _ = run(copy, from: machine.state)
        }
        return copy
    }

    enum End { case rest, ended, endless, invalid }

    /// Lets a machine go on until it is at rest, or waits for an action on which something depends.
    func run(_ machine: Configuration<Machine>, from state: Machine.State) -> ([Step], End) {
        defer { if machine.hasBegunAfterReturn { neededDetail.insert(.returns) } }
        var steps: [Step] = []
        var before = state
        func note(_ effect: Effect?, _ output: Machine.Output?) -> Intent {
            let isFirst = steps.isEmpty
            var intent = effect.map { Macrostep<Machine>.intent(of: $0) } ?? .handled
            let isChanged = !isUnchanged(before, machine.state) || Machine.isTerminal(machine.state)
            if effect == nil, isFirst, !isChanged, !(output.map { isMessage($0) } ?? false) { intent = .ignored }
            if intent != .handled, intent != .invalid, isChanged { intent = intent == .refused ? .handled : .invalid }
            before = machine.state
            if let effect, effect.waitsForReturns { neededDetail.insert(.returns) }
            if let event = machine.event {
                steps.append(
                    Step(event: event, state: machine.state, effect: effect, output: output, intent: intent))
            }
            return intent
        }
        while true {
            switch machine.next() {
            case .transition(let effect, let output): if note(effect, output) == .invalid { return (steps, .invalid) }
            case .reply(let effect): if note(effect, nil) == .invalid { return (steps, .invalid) }
            case .ended(let effect, let output):
                let intent = note(effect, output)
                return (steps, intent == .invalid ? .invalid : .ended)
            case .call:
                guard machine.awaitsHost || isIdle(machine) else { return (steps, .rest) }
                idleActions += 1
                machine.answer(nil)
            case .rest: return (steps, .rest)
            case .endless: return (steps, .endless)
            case .failed(TransducerError.postponedAction), .failed(TransducerError.tooManyPostponed):
                _ = note(.postpone, nil)
                return (steps, .invalid)
            case .failed: return (steps, .invalid)
            }
        }
    }

    /// Whether an operation only returns, with an event or an error of its own no more.
    private func isMute(_ operation: Configuration<Machine>.Running) -> Bool {
        if operation.isSilent { return true }
        return (operation.isExit || declaration(of: operation) == nil) && !operation.handlesErrors
    }

    /// Whether nothing depends on the action that a machine waits for: its events may as well come from outside.
    private func isIdle(_ machine: Configuration<Machine>) -> Bool {
        if alphabet.actionAnswers != nil || machine.handlesErrorOfAction { return false }
        let trial = machine.fork()
        trial.answer(nil)
        while true {
            switch trial.next() {
            case .call:
                // The events come before the error of a later action.
                if trial.handlesErrorOfAction { return false }
                trial.answer(nil)
            case .rest: return !trial.offersPostponed && isAlike(trial, machine)
            case .transition, .reply, .ended, .endless, .failed: return false
            }
        }
    }

    /// Whether the same operations run in two machines, and the same are cancelled.
    private func isAlike(_ machine: Configuration<Machine>, _ other: Configuration<Machine>) -> Bool {
        machine.running.elementsEqual(other.running) { $0.number == $1.number && $0.isCancelled == $1.isCancelled }
    }

    /// Lets operations return on whose return nothing depends, so that they are not told apart from returned ones.
    private func settled(_ machine: Configuration<Machine>) -> Configuration<Machine> {
        if machine.isSuspended { return machine }
        for operation in machine.running.reversed() where !operation.isSilent {
            if operation.hasFollowers || !isMute(operation) { continue }
            // Something may wait for its return.
            if detail.contains(.returns), !operation.names.isEmpty { continue }
            machine.end(operation.number)
            _ = run(machine, from: machine.state)
        }
        machine.endMute(keepingNames: detail.contains(.returns)) { _ = run(machine, from: machine.state) }
        return machine
    }
}
