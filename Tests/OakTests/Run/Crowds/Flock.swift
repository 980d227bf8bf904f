import Oak
import OakTesting
import TestSupport

/// A machine with children that come, go and are replaced while their effects are at work.
enum Flock: CompositeTransducer {
    struct State: Sendable, Terminable {
        let journal: Recorder<FlockNote>
        var birds = Children<Int, Bird.State>()
        var isTerminal = false
    }
    enum Event: Sendable {
        case add(Int, Bird.State)
        case remove(Int)
        case removeAll
        /// Another one takes the key, and works in the same transition.
        case replace(Int, Bird.State, Bird.Work)
        /// Everybody works.
        case all(Bird.Work)
        case bird(Int, Bird.Event)
        case end
    }
    typealias Env = Bird.Env

    static let bird = children("bird", Bird.self, event: Event.bird, env: { env, _ in env })

    static func activeChildren(in state: State) -> Active<Self> { bird(state.birds) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let key, let fresh):
            state.journal.record(.left(state.birds[key]?.number))
            state.birds[key] = nil
            state.birds[key] = fresh
            return nil
        case .remove(let key):
            state.journal.record(.left(state.birds[key]?.number))
            state.birds[key] = nil
            return nil
        case .removeAll:
            for key in state.birds.keys { state.journal.record(.left(state.birds[key]?.number)) }
            state.birds.removeAll()
            return nil
        case .replace(let key, let fresh, let work):
            state.journal.record(.left(state.birds[key]?.number))
            state.birds[key] = nil
            state.birds[key] = fresh
            return bird.step(&state.birds, key, .work(work)).effect
        case .all(let work):
            return bird.broadcast(&state.birds, .work(work)).effect
        case .bird(let key, let event):
            // An event from an effect finds the very child of that effect.
            if let sender = event.sender { state.journal.record(.heard(of: sender, by: state.birds[key]?.number)) }
            if case .says(_, _, chasing: let victim?) = event {
                state.journal.record(.left(state.birds[victim]?.number))
                state.birds[victim] = nil
            }
            return bird.step(&state.birds, key, event).effect
        case .end:
            state.isTerminal = true
            return nil
        }
    }
}

/// A child that sends events of its own, in all ways there are.
enum Bird: EffectTransducer {
    struct State: Sendable {
        /// Tells it apart from all others that have ever been there.
        let number: Int
        var worksBegun = 0
    }
    struct Work: Sendable {
        var name: Int?
        /// Whose turn it is to go, for each of its events.
        var victims: [Int?]
        /// Whether it does not end unless it is cancelled.
        var isPatient = false
        var isAction = false
    }
    enum Event: Sendable {
        case work(Work)
        /// An effect of the bird of this number speaks.
        case says(bird: Int, String, chasing: Int?)

        var sender: Int? {
            switch self {
            case .work: nil
            case .says(let bird, _, _): bird
            }
        }
    }
    typealias Env = Recorder<FlockNote>

    static func update(_ state: inout State, event: Event) -> Effect? {
        guard case .work(let work) = event else { return nil }
        state.worksBegun += 1
        let number = state.number
        let label = "\(number).\(state.worksBegun)"
        let events = work.victims.enumerated().map { index, victim in
            Event.says(bird: number, "\(label).\(index)", chasing: victim)
        }
        if work.isAction {
            let action = Effect(action: { _ async throws -> [Event] in events })
            return .sequence(.events(events), action)
        }
        let operation = Effect { env, input in
            env.record(.began(label, of: number, isNamed: work.name != nil, isPatient: work.isPatient))
            defer { env.record(.returned(label)) }
            for event in events {
                await Task.yield()
                do { try input.send(event) } catch TransducerError.bufferOverflow {
                    try await input.sendWaitingForRoom(event)
                }
            }
            if work.isPatient { try await Gate<Void>("to be cancelled").wait() }
        }
        return work.name.map { .sequence(id: $0, operation, .events(events)) } ?? operation
    }
}

/// Something that happens in a flock.
enum FlockNote: Sendable {
    /// The bird of this number goes, if there was one.
    case left(Int?)
    /// An event of an effect of one bird is processed, in the place of another.
    case heard(of: Int, by: Int?)
    case began(String, of: Int, isNamed: Bool, isPatient: Bool)
    case returned(String)
}
