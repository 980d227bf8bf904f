import OakTesting

/// Makes random scripts and stimuli; the same for the same seed.
struct ScriptGenerator {
    private var random: SeededGenerator
    private let names: Int
    /// Whether machines have no actions, and operations return only on request.
    private let isGated: Bool
    /// Whether machines are so small that most of their graphs can be explored as a whole.
    private let isSmall: Bool

    init(seed: UInt64, isGated: Bool = false) {
        self.isGated = isGated
        random = SeededGenerator(seed: seed)
        isSmall = Int.random(in: 0..<5, using: &random) < 2
        names = Int.random(in: 1...(isSmall ? 2 : 3), using: &random)
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

    // MARK: - Scripts

    /// A machine without children.
    mutating func machine() -> Script { script(child: nil, places: [], clock: TestClock(), phases: 2 + roll(3)) }

    /// A machine with children.
    mutating func host() -> Script {
        let clock = TestClock()
        let child = script(child: nil, places: [], clock: clock, phases: 2 + roll(2), isChild: true)
        let places = (0...roll(2)).map { _ in Place.all[roll(4)] }
        return script(child: child, places: places, clock: clock, phases: 2 + roll(2))
    }

    private mutating func script(
        child: Script?, places: [Place], clock: TestClock, phases: Int, isChild: Bool = false
    ) -> Script {
        let hasEnd = isChild ? chance(60) : phases > 2 && chance(40)
        var responses: [[Signal: Response]] = []
        for _ in 0..<phases {
            var row: [Signal: Response] = [:]
            for number in 0..<2 { row[.input(number)] = response(rank: 0, phases, places) }
            for number in 0..<3 {
                row[.inner(number)] = response(rank: number + 1, phases, [], isAction: true)
                row[.free(number)] = response(rank: number + 1, phases, [], isAction: true)
            }
            for signal in [Signal.nameless, .caught(0), .caught(1), .childFailed] where chance(50) {
                row[signal] = response(rank: 9, phases, [], isAction: true)
            }
            for name in 0..<names {
                for signal in [Signal.more(of: name), .last(of: name), .failed(name)] where chance(60) {
                    row[signal] = response(rank: 0, phases, places)
                }
            }
            // Without a way to it, few children would reach their end, and few exit effects begin.
            if isChild, hasEnd { row[.input(0)] = Response(phase: phases - 1, plan: plan(rank: 0, depth: 2)) }
            responses.append(row)
        }
        let activities = (0..<phases).map { _ in chance(35) ? self.activities() : [] }
        return Script(
            responses, activities: activities, lastPhase: hasEnd ? phases - 1 : nil, child: child, clock: clock)
    }

    /// - Parameter rank: The rank above which action events may follow, so that every macrostep ends.
    private mutating func response(
        rank: Int, _ phases: Int, _ places: [Place], isAction: Bool = false
    ) -> Response {
        if isSmall, chance(40) { return Response() }
        if chance(4) { return .unexpected }
        if !isAction, chance(6) { return .postpone }
        var response = Response(phase: chance(50) ? roll(phases) : nil)
        switch roll(10) {
        case 0: break
        case 1...3 where rank < 3:
            // Events that lead to further ones show the order of a macrostep.
            response.plan = .list((0...roll(2)).map { _ in .event(rank + roll(3 - rank)) })
        case 4: response.plan = .cancel(roll(names))
        default: response.plan = plan(rank: rank, depth: isSmall ? 1 : 3)
        }
        if !places.isEmpty, chance(60) {
            for _ in 0...roll(2) { response.changes.append(change(places[roll(places.count)])) }
        }
        return response
    }

    private mutating func change(_ place: Place) -> Change {
        switch roll(7) {
        case 0, 1, 2: .add(place)
        case 3: .remove(place)
        case 4: .renew(place)
        default: .tell(place, roll(3))
        }
    }

    private mutating func activities() -> [Plan] {
        let first = roll(names)
        return [first, first + 1].prefix(1 + roll(min(2, names - first))).map { name in
            chance(70)
                ? .operation(job(name))
                : .combination(name, [.operation(job(roll(names))), .operation(job(nil))])
        }
    }

    // MARK: - Effects

    /// - Parameter depth: The number of compositions that may be within an effect.
    private mutating func plan(rank: Int, depth: Int) -> Plan {
        switch roll(depth > 0 ? 14 : 9) {
        case 0, 1: return quick(rank: rank)
        case 2, 3: return .cancel(roll(names))
        case 4...8: return .operation(job(chance(85) ? roll(names) : nil))
        case 9, 10, 11: return .sequence(compositionName(), parts(rank: rank, depth: depth))
        case 12: return .combination(compositionName(), parts(rank: rank, depth: depth))
        default:
            return chance(50)
                ? .list(parts(rank: rank, depth: depth))
                : .caught(
                    chance(60)
                        ? .sequence(nil, parts(rank: rank, depth: depth))
                        : .combination(nil, parts(rank: rank, depth: depth)), as: roll(2))
        }
    }

    /// An effect that ends within the macrostep.
    private mutating func quick(rank: Int) -> Plan {
        guard rank < 3 else { return .operation(job(roll(names))) }
        let number = rank + roll(3 - rank)
        guard !isGated, chance(30) else { return .event(number) }
        return chance(75) ? .action(number) : .failure(chance(70) ? roll(2) : nil)
    }

    private mutating func parts(rank: Int, depth: Int) -> [Plan] {
        (0...roll(isSmall ? 2 : 3)).map { _ in plan(rank: rank, depth: depth - 1) }
    }

    private mutating func compositionName() -> Int? { chance(30) ? roll(names) : nil }

    private mutating func job(_ name: Int?) -> Plan.Job {
        Plan.Job(
            name: name, isDelayed: !isGated && chance(10), isDeaf: isGated || chance(15), awaitsPredecessor: chance(20),
            error: chance(75) ? (chance(70) ? name.map { .failed($0) } : nil) ?? .caught(roll(2)) : nil)
    }

    // MARK: - Stimuli

    mutating func cues<Event: Sendable>(_ parts: [Part<Event>]) -> [Cue<Event>] {
        (0..<(10 + roll(15))).map { _ in
            let stimulus: Stimulus<Event> =
                switch roll(10) {
                case 0...4:
                    .send(parts[chance(60) ? 0 : roll(parts.count)].event(.input(roll(2))))
                case 5...8: .operation(roll(60), act())
                default: .second
                }
            return Cue(stimulus: stimulus, jobs: chance(50) ? nil : roll(8))
        }
    }

    private mutating func act() -> Act {
        switch roll(20) {
        case 0...4: .more
        case 5...12: .last
        case 13, 14, 15: .end
        case 16, 17: .fail
        default: .release
        }
    }
}
