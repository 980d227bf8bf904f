import Oak
import OakTesting

/// An event of a random program with its effects.
struct ProgramEvent: Sendable {
    enum Origin: Sendable {
        /// Sent from outside.
        case outside
        /// An action event, in its exact place.
        case action
        /// Sent by an operation.
        case operation(Int)
        /// The event that ends the run.
        case end
    }

    /// Identifies the event within its program; increases with the events of one sender.
    let number: Int
    let origin: Origin
    var answer: [PlannedEffect] = []
}

/// An effect of a random program, as a value that a model can interpret.
indirect enum PlannedEffect: Sendable {
    case events([ProgramEvent])
    /// The same events as the result of an action function.
    case action([ProgramEvent])
    case operation(Work)
    case cancel(Int)
    case sequence(name: Int?, [PlannedEffect])
    case combination(name: Int?, [PlannedEffect])

    /// The identity of an effect that lasts.
    var name: Int? {
        switch self {
        case .operation(let work): work.name
        case .sequence(let name, _), .combination(let name, _): name
        case .events, .action, .cancel: nil
        }
    }

    /// The work of an operation.
    struct Work: Sendable {
        let number: Int
        let name: Int?
        let steps: [Step]
        /// Whether the operation ignores cancellation.
        let isDeaf: Bool
    }

    enum Step: Sendable {
        case yield
        case send(ProgramEvent)
        case sendWaitingForRoom(ProgramEvent)
        case sendBoth(ProgramEvent, ProgramEvent)
        /// Waits for the cancellation of the operation.
        case wait
    }
}

/// A step of a random program on a machine.
struct Command: Sendable {
    let event: ProgramEvent
    /// The number of turns before the event is sent.
    let delay: Int
}

// MARK: - Drawing

extension PlannedEffect {
    /// Random programs.
    static func programs(_ count: ClosedRange<Int>) -> Generator<[Command]> {
        Generator { random in
            var lots = ProgramGenerator(choices: RandomChoices(seed: random.next()))
            return (0..<(count.lowerBound + lots.choices.draw(count.count))).map { _ in lots.command() }
        }
    }
}

extension PlannedEffect {
    /// The identities that the effect cancels.
    fileprivate var cancelled: [Int] {
        switch self {
        case .cancel(let name): [name]
        case .sequence(_, let parts), .combination(_, let parts): parts.flatMap(\.cancelled)
        case .events, .action, .operation: []
        }
    }
}

private struct ProgramGenerator {
    var choices: RandomChoices
    private var last = 0

    init(choices: RandomChoices) { self.choices = choices }

    private mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    mutating func command() -> Command {
        Command(event: event(.outside, depth: 3), delay: choices.draw(3) == 0 ? choices.draw(12) : 0)
    }

    /// - Parameter depth: The greatest depth of action events that follow from one another.
    private mutating func event(_ origin: ProgramEvent.Origin, depth: Int, isPlain: Bool = false) -> ProgramEvent {
        let number = nextNumber()
        guard depth > 0 else { return ProgramEvent(number: number, origin: origin) }
        let count = isPlain ? choices.draw(2) : [0, 1, 1, 1, 2][choices.draw(5)]
        var answer: [PlannedEffect] = []
        for index in 0..<count {
            // An event between two effects shows the model which of them continues.
            if index > 0 { answer.append(.events([ProgramEvent(number: nextNumber(), origin: .action)])) }
            answer.append(
                isPlain
                    ? events(depth: depth, isPlain: true) : plan(depth: depth, parts: 2, within: nil, behind: []))
        }
        return ProgramEvent(number: number, origin: origin, answer: answer)
    }

    private mutating func events(depth: Int, isPlain: Bool) -> PlannedEffect {
        let events = (0...choices.draw(3)).map { _ in event(.action, depth: depth - 1, isPlain: isPlain) }
        return choices.draw(3) == 0 ? .action(events) : .events(events)
    }

    /// - Parameters:
    ///   - parts: The greatest depth of compositions.
    ///   - names: The identities of the surrounding compositions; `nil` outside of any.
    ///   - cancelled: The identities that earlier steps cancel; a composition of such an identity may have to wait.
    private mutating func plan(depth: Int, parts: Int, within names: [Int]?, behind cancelled: [Int]) -> PlannedEffect {
        switch choices.draw(parts > 0 ? 12 : 8) {
        // The consequences of a cancelled composition's events are a matter of their own: here they are events only.
        case 0, 1: events(depth: depth, isPlain: names != nil)
        case 2, 3, 4, 5: .operation(work(depth: depth, name: name(besides: names ?? [])))
        case 6, 7: name(besides: names ?? []).map { .cancel($0) } ?? events(depth: depth, isPlain: names != nil)
        case 8, 9: composition(depth: depth, parts: parts, within: names, behind: cancelled, isSequence: true)
        default: composition(depth: depth, parts: parts, within: names, behind: cancelled, isSequence: false)
        }
    }

    /// One of a few identities, so that effects meet, or none.
    private mutating func name(besides names: [Int]) -> Int? {
        let name = choices.draw(5)
        return name == 4 || names.contains(name) ? nil : name
    }

    private mutating func composition(
        depth: Int, parts: Int, within names: [Int]?, behind earlier: [Int], isSequence: Bool
    ) -> PlannedEffect {
        let name = name(besides: (names ?? []) + earlier)
        var cancelled = earlier
        let inner = (names ?? []) + (name.map { [$0] } ?? [])
        var list: [PlannedEffect] = []
        for _ in 0...choices.draw(3) {
            let part = plan(depth: depth, parts: parts - 1, within: inner, behind: cancelled)
            list.append(part)
            if isSequence { cancelled += part.cancelled }
            // The event shows when the sequence continues, and where in a combination a part begins.
            switch part {
            case .events, .action: break
            case .operation, .cancel, .sequence, .combination:
                list.append(.events([ProgramEvent(number: nextNumber(), origin: .action)]))
            }
        }
        return isSequence ? .sequence(name: name, list) : .combination(name: name, list)
    }

    private mutating func work(depth: Int, name: Int?) -> PlannedEffect.Work {
        let number = nextNumber()
        let steps = (0..<choices.draw(6)).map { _ -> PlannedEffect.Step in
            switch choices.draw(8) {
            case 0, 1, 2: .yield
            case 3, 4: .send(event(.operation(number), depth: depth - 2))
            case 5: .sendWaitingForRoom(event(.operation(number), depth: depth - 2))
            case 6: .sendBoth(event(.operation(number), depth: 0), event(.operation(number), depth: depth - 2))
            default: .wait
            }
        }
        return PlannedEffect.Work(number: number, name: name, steps: steps, isDeaf: choices.draw(4) == 0)
    }
}
