import Oak
import Synchronization

/// A machine that counts.
enum Tally: Transducer {
    typealias Output = Int

    enum State: Terminable {
        case counting(Int)
        case done(Int)

        var isTerminal: Bool {
            switch self {
            case .counting: false
            case .done: true
            }
        }
    }

    enum Event: Sendable {
        case add(Int)
        /// Adds, and resumes the sender.
        case addLast(Int, UnsafeContinuation<Void, any Error>)
        case stop
    }

    static func update(_ state: inout State, event: Event) -> Int {
        switch (state, event) {
        case (.counting(let sum), .add(let value)):
            state = .counting(sum + value)
            return sum
        case (.counting(let sum), .addLast(let value, let sender)):
            state = .counting(sum + value)
            sender.resume()
            return sum
        case (.counting(let sum), .stop):
            state = .done(sum)
            return sum
        case (.done(let sum), _):
            return sum
        }
    }
}

/// A machine that answers each of its events with the next one.
enum Chain: EffectTransducer {
    typealias State = Tally.State

    enum Event: Sendable {
        case step
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch state {
        case .counting(let left) where left > 0:
            state = .counting(left - 1)
            return .event(.step)
        case .counting(let left):
            state = .done(left)
            return nil
        case .done:
            return nil
        }
    }
}

/// The same with a state of two fields.
enum Clockwork: EffectTransducer {
    struct State: Terminable {
        var left: Int
        var ticks = 0
        var isTerminal: Bool { left == 0 }
    }

    enum Event: Sendable {
        case tick
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .tick:
            state.left -= 1
            state.ticks += 1
            return state.isTerminal ? nil : .event(.tick)
        }
    }
}

/// A machine that allocates once per event, to check that the counting detects it.
enum Wasteful: Transducer {
    final class Waste {}

    struct State: Terminable {
        var left: Int
        var waste = Waste()

        var isTerminal: Bool { left == 0 }
    }

    enum Event: Sendable {
        case replace
    }

    static func update(_ state: inout State, event: Event) {
        state.left -= 1
        state.waste = Waste()
    }
}
