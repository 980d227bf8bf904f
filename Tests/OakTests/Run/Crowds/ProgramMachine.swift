import Oak
import OakTesting
import TestSupport

/// A machine that answers each event with the effects it holds.
enum ProgramMachine: EffectTransducer {
    struct State: Terminable {
        let journal: Recorder<ProgramNote>
        var isTerminal = false
    }
    typealias Event = ProgramEvent
    typealias Env = Recorder<ProgramNote>
    typealias Output = Int

    static func update(_ state: inout State, event: ProgramEvent) -> (Effect?, Int) {
        state.journal.record(.processed(event))
        if case .end = event.origin { state.isTerminal = true }
        return (.all(event.answer), event.number)
    }
}

/// An occurrence in a run of a random program.
enum ProgramNote: Sendable {
    case processed(ProgramEvent)
    case began(Int)
    /// The mailbox has accepted an event of an operation.
    case accepted(ProgramEvent)
    case returned(Int)
}

extension TransducerEffect<ProgramEvent, Recorder<ProgramNote>, Proxy<ProgramEvent>.Input> {
    fileprivate static func all(_ plans: [PlannedEffect]) -> Self? {
        let effects = plans.map { effect(of: $0) }
        return effects.count < 3 ? effects.first : .all(effects[0], effects[1], effects[2])
    }

    private static func effect(of plan: PlannedEffect) -> Self {
        switch plan {
        case .events(let events): events.count == 1 ? .event(events[0]) : .events(events)
        case .action(let events):
            Self(action: { _ async throws -> [ProgramEvent] in
                await Task.yield()
                return events
            })
        case .operation(let work):
            if let name = work.name, work.number % 3 == 0 {
                Self(id: name, isolatedOperation: { journal, input, _ in try await perform(work, journal, input) })
            } else if let name = work.name {
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
    _ work: PlannedEffect.Work, _ journal: Recorder<ProgramNote>, _ input: Proxy<ProgramEvent>.Input
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

private func take(_ step: PlannedEffect.Step, _ journal: Recorder<ProgramNote>, _ input: Proxy<ProgramEvent>.Input)
    async throws
{
    switch step {
    case .yield: await Task.yield()
    case .send(let event):
        do { try input.send(event) } catch TransducerError.bufferOverflow {
            try await input.sendWaitingForRoom(event)
        }
        journal.record(.accepted(event))
    case .sendWaitingForRoom(let event):
        try await input.sendWaitingForRoom(event)
        journal.record(.accepted(event))
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
