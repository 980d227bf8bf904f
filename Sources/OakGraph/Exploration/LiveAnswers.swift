public import Oak

/// The effects with declared answers that may be live: operations that transitions began, and activities.
///
/// The two have namespaces of their own, as in a run.
struct LiveAnswers: Hashable {
    /// The ways in which an effect can be live.
    enum Role: Hashable {
        case operation, activity
    }

    /// The numbers of the answers whose operation may be live, with the identities of the compositions around it.
    var operations: [Int: Set<EffectID>] = [:]
    /// The numbers of the answers whose activity may be live.
    var activities: Set<Int> = []

    /// The ways in which the effect of an answer is live.
    func roles(of number: Int) -> [Role] {
        (activities.contains(number) ? [.activity] : []) + (operations[number] != nil ? [.operation] : [])
    }

    /// The effect of an answer has ended.
    mutating func end(_ number: Int, as role: Role) {
        switch role {
        case .activity: activities.remove(number)
        case .operation: operations[number] = nil
        }
    }

    /// Everything with an identity has been cancelled: the operation of an answer, and those within a composition.
    mutating func cancel(_ id: EffectID, _ number: Int?) {
        if let number { operations[number] = nil }
        operations = operations.filter { !$0.value.contains(id) }
    }
}

/// Determines which effects with declared answers may be live.
struct Liveness<Machine: ExecutableTransducer> {
    typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    /// The numbers of the answers by the identities of their effects.
    private let numbers: [EffectID: Int]

    init(_ alphabet: Alphabet<Machine>) {
        numbers = Dictionary(uniqueKeysWithValues: alphabet.answers.enumerated().map { ($1.sender, $0) })
    }

    /// The answers whose activity a state names.
    func activities(in state: Machine.State) -> Set<Int> {
        guard Machine._mayHaveActivities, !Machine.isTerminal(state) else { return [] }
        var found: Set<Int> = []
        for activity in Machine.live(in: state).activities {
            activity.forEachPart { part in found.formUnion(part.id.flatMap { numbers[$0] }.map { [$0] } ?? []) }
        }
        return found
    }

    /// The answers of the effects of a child and of the children within it.
    func numbers(within child: [ChildID]) -> [Int] {
        numbers.filter { $0.key.child.starts(with: child) }.map(\.value)
    }

    /// The operations that an effect begins, and the changes it makes to those that are live.
    ///
    /// - Returns: The numbers of the answers whose operation begins.
    @discardableResult
    func apply(_ effect: Effect, to live: inout LiveAnswers) -> [Int] {
        var begun: [Int] = []
        // Effects nest to any depth.
        var ahead: [(effect: Effect, within: Set<EffectID>)] = [(effect, [])]
        while let (part, within) = ahead.popLast() {
            // The events of an exit effect are dropped.
            guard !part.isExitEffect else { continue }
            switch part.kind {
            case .cancelTask: if let id = part.id { live.cancel(id, numbers[id]) }
            case .departure: for number in numbers(within: part.child) { live.operations[number] = nil }
            case .operation, .isolatedOperation, .action, .isolatedAction, .sequence, .combination:
                var inner = within
                if let id = part.id {
                    let number = numbers[id]
                    live.cancel(id, number)
                    if let number {
                        live.operations[number] = within
                        begun.append(number)
                    }
                    inner.insert(id)
                }
                ahead += part.parts.reversed().map { ($0, inner) }
            case .list: ahead += part.parts.reversed().map { ($0, within) }
            case .events, .rejection, .mistake, .postponement, .unexpected: break
            }
        }
        return begun
    }
}

/// Follows, from state to state, which effects with declared answers may be live.
@usableFromInline final class LiveTracker<Machine: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    let alphabet: Alphabet<Machine>
    let liveness: Liveness<Machine>
    /// All sets that occurred; the first one is empty.
    private(set) var sets: [LiveAnswers] = [LiveAnswers()]
    private var numbers = Numbering<LiveAnswers>()

    private var source = LiveAnswers()
    private var named: Set<Int> = []
    private var candidates: [Alphabet<Machine>.Candidate] = []
    private var effects: [Effect] = []

    /// The number of the set after the latest transition.
    @usableFromInline private(set) var set: UInt32 = 0

    /// - Returns: `nil` if no answers are declared.
    @usableFromInline init?(_ alphabet: Alphabet<Machine>) {
        guard !alphabet.answers.isEmpty else { return nil }
        self.alphabet = alphabet
        liveness = Liveness(alphabet)
        _ = numbers.number(of: LiveAnswers())
    }

    /// Notes the effects of each transition.
    @usableFromInline private(set) lazy var witness: Macrostep<Machine>.Witness = { [unowned self] _, _, effect, _, _ in
        if let effect { self.effects.append(effect) }
    }

    @usableFromInline
    func begin(in state: Machine.State) { set = number(of: LiveAnswers(activities: liveness.activities(in: state))) }

    /// The events of a state, and the state itself, for the transitions that follow.
    @usableFromInline func events(in state: Machine.State, set: UInt32) -> [Machine.Event] {
        source = sets[Int(set)]
        named = liveness.activities(in: state)
        candidates = alphabet.candidates(in: state, live: source)
        effects.removeAll(keepingCapacity: true)
        return candidates.map(\.event)
    }

    /// Determines what is live after a transition.
    @usableFromInline func note(_ index: Int, to state: Machine.State, _ note: EdgeNote) {
        defer { effects.removeAll(keepingCapacity: true) }
        set = number(of: live(after: candidates[index], to: state, note.intent))
    }

    private func live(after candidate: Alphabet<Machine>.Candidate, to state: Machine.State, _ intent: Intent)
        -> LiveAnswers
    {
        var live = source
        switch intent {
        // A postponed answer comes again.
        case .postponed, .endless, .invalid, .trapped: return live
        case .handled, .ignored, .unexpected, .refused: break
        }
        if let sender = candidate.sender, let role = candidate.ending { live.end(sender, as: role) }
        var named = named
        for effect in effects {
            liveness.apply(effect, to: &live)
            // The activities of a child that comes back begin anew.
            effect.forEachPart { part in
                if part.kind == .departure { named.subtract(liveness.numbers(within: part.child)) }
            }
        }
        if Machine.isTerminal(state) { return LiveAnswers() }
        let now = liveness.activities(in: state)
        live.activities = now.intersection(live.activities.union(now.subtracting(named)))
        return live
    }

    private func number(of live: LiveAnswers) -> UInt32 {
        let number = numbers.number(of: live)
        if number == sets.count { sets.append(live) }
        return UInt32(number)
    }
}
