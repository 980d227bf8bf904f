import Oak
import OakDurable

/// Moves money between accounts: takes it from one, gives it to another, and rests.
///
/// ```
///   idle ──move──▶ debiting ──▶ crediting ──▶ resting ──▶ idle ──finish──▶ ended
/// ```
///
/// A move that arrives at the wrong time is postponed; a note is counted in any state. A ledger hears of each move and
/// of the end. Bookings have their turns in a queue. A debit is tried again; a credit that fails parks the instance.
enum Mover: EffectTransducer, DurableTransducer {
    enum State: Codable, Hashable, Sendable, Terminable {
        case idle(Tally)
        case debiting(Move, Tally)
        case crediting(Move, Tally)
        case resting(Tally)
        case ended(Tally)

        var isTerminal: Bool {
            switch self {
            case .ended: true
            case .idle, .debiting, .crediting, .resting: false
            }
        }
    }

    enum Event: Codable, Hashable, Sendable {
        case move(Move)
        case note(String)
        case debited, credited, rested, stuck, finish
    }

    /// The work of an instance.
    struct Tally: Codable, Hashable, Sendable {
        var mover: Int
        var moves = 0
        var notes = 0
    }

    struct Env: Sendable {
        var bank: Bank
    }

    static let machineName = "mover"

    static func tags(in state: State) -> [String: DurableTag] {
        switch state {
        case .idle(let tally), .resting(let tally): ["phase": "idle", "moves": .integer(tally.moves)]
        case .debiting(let move, _), .crediting(let move, _):
            ["phase": "moving", "move": .text(move.id)]
        case .ended(let tally): ["moves": .integer(tally.moves)]
        }
    }

    static func queue(of activity: EffectID) -> String? {
        activity == EffectID("rest") ? nil : Bank.queue
    }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .idle, .ended: []
        case .debiting(let move, _):
            [
                .retry(
                    id: "debit", attempts: 3, backoff: .constant(.milliseconds(10)),
                    { env in try await env.bank.book(move, move.from, -move.cents) }, success: { .debited })
            ]
        case .crediting(let move, _):
            [
                Effect(
                    id: "credit", { env in try await env.bank.book(move, move.to, move.cents) },
                    success: .credited)
            ]
        case .resting(let tally):
            [.timeout(.milliseconds(1 + tally.moves % 20), id: "rest", sending: .rested)]
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle(let tally), .move(let move)):
            state = .debiting(move, tally)
            // Far away, so that it must not fire; a transition of its own cancels it.
            return .timeout(.seconds(3600), id: "watchdog", sending: .stuck)
        case (.idle(let tally), .finish):
            state = .ended(tally)
            return .send(.parting(tally.mover), to: Ledger.id(for: tally.mover))
        case (.debiting, .move), (.debiting, .finish), (.crediting, .move), (.crediting, .finish),
            (.resting, .move),
            (.resting, .finish):
            return .postpone

        case (.idle(let tally), .note): state = .idle(tally.noted)
        case (.debiting(let move, let tally), .note): state = .debiting(move, tally.noted)
        case (.crediting(let move, let tally), .note): state = .crediting(move, tally.noted)
        case (.resting(let tally), .note): state = .resting(tally.noted)

        case (.debiting(let move, let tally), .debited): state = .crediting(move, tally)
        case (.crediting(let move, var tally), .credited):
            tally.moves += 1
            state = .resting(tally)
            return .all([
                .cancelTask("watchdog"),
                .send(.moved(move.id, by: tally.mover), to: Ledger.id(for: tally.mover)),
            ])
        case (.resting(let tally), .rested): state = .idle(tally)

        case (.idle, _), (.debiting, _), (.crediting, _), (.resting, _), (.ended, _): return .unexpected
        }
        return nil
    }
}

/// An order to move money.
struct Move: Codable, Hashable, Sendable {
    var id: String
    var from: Int
    var to: Int
    var cents: Int
}

extension Mover.Tally {
    var noted: Self { Self(mover: mover, moves: moves, notes: notes + 1) }
}

extension Bank {
    /// Books an amount for a move, with the key of the activity that asks for it.
    fileprivate func book(_ move: Move, _ account: Int, _ cents: Int) async throws {
        guard let key = DurableActivity.current?.key else { throw NoKey() }
        try await book(Booking(key: "\(key)", move: move.id, account: account, cents: cents))
    }
}

struct NoKey: Error {}
