import Oak
import OakTesting
import TestSupport

/// A machine that answers each letter with the effects it holds.
enum Player: EffectTransducer {
    struct State: Terminable {
        let journal: Recorder<PlayerNote>
        var isTerminal = false
    }
    typealias Event = Letter
    typealias Env = Recorder<PlayerNote>

    static func update(_ state: inout State, event: Letter) -> Effect? {
        state.journal.record(.processed(event))
        if case .end = event.origin { state.isTerminal = true }
        return .all(event.answer)
    }
}

/// Something that happens to a player, in the order in which it is noted.
enum PlayerNote: Sendable {
    case processed(Letter)
    case began(Int)
    /// The mailbox has accepted an event of an operation.
    case accepted(Letter)
    case returned(Int)
}

extension TransducerEffect<Letter, Recorder<PlayerNote>, Proxy<Letter>.Input> {
    fileprivate static func all(_ plans: [Plan]) -> Self? {
        let effects = plans.map { effect(of: $0) }
        return effects.count < 3 ? effects.first : .all(effects[0], effects[1], effects[2])
    }

    private static func effect(of plan: Plan) -> Self {
        switch plan {
        case .letters(let letters): letters.count == 1 ? .event(letters[0]) : .events(letters)
        case .action(let letters):
            Self(action: { _ async throws -> [Letter] in
                await Task.yield()
                return letters
            })
        case .operation(let work):
            if let name = work.name {
                Self(id: name) { journal, input in try await perform(work, journal, input) }
            } else {
                Self { journal, input in try await perform(work, journal, input) }
            }
        case .cancel(let name): .cancelTask(name)
        case .sequence(let name?, let parts): .sequence(id: name, .sequence(parts.map { effect(of: $0) }))
        case .sequence(nil, let parts): .sequence(parts.map { effect(of: $0) })
        case .combination(let name?, let parts): .combine(id: name, .combine(parts.map { effect(of: $0) }))
        case .combination(nil, let parts): .combine(parts.map { effect(of: $0) })
        }
    }
}

private func perform(
    _ work: Plan.Work, _ journal: Recorder<PlayerNote>, _ input: Proxy<Letter>.Input
) async throws {
    journal.record(.began(work.number))
    defer { journal.record(.returned(work.number)) }
    for step in work.steps {
        do { try await take(step, journal, input) } catch TransducerError.terminated {
            return
        } catch is CancellationError {
            if !work.isDeaf { throw CancellationError() }
        }
    }
}

private func take(_ step: Plan.Step, _ journal: Recorder<PlayerNote>, _ input: Proxy<Letter>.Input) async throws {
    switch step {
    case .yield: await Task.yield()
    case .send(let letter):
        do { try input.send(letter) } catch TransducerError.bufferOverflow {
            try await input.sendWaitingForRoom(letter)
        }
        journal.record(.accepted(letter))
    case .sendWaitingForRoom(let letter):
        try await input.sendWaitingForRoom(letter)
        journal.record(.accepted(letter))
    case .sendBoth(let first, let second):
        do {
            try input.send(contentsOf: [first, second])
        } catch TransducerError.bufferOverflow {
            try await input.sendWaitingForRoom(first)
            journal.record(.accepted(first))
            try await input.sendWaitingForRoom(second)
        }
        journal.record(.accepted(first))
        journal.record(.accepted(second))
    case .wait: try await Gate<Void>("to be cancelled").wait()
    }
}
