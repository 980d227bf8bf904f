import Oak

/// A door with a lock, which has states, refusals and work.
enum Door: EffectTransducer {
    enum State: NonTerminal, Equatable, Sendable {
        case open
        case closed(Lock)
    }

    enum Lock: Equatable, Sendable { case locked, unlocked }

    enum Event: Sendable { case open, close, lock, unlock(code: Code), wait, limit, stop, fail }

    struct Jammed: Error { var depth = Depth.at(10) }

    /// A code deeper than a page shows.
    indirect enum Depth: Sendable {
        case code(Code)
        case more(Depth)

        static func at(_ level: Int) -> Depth { level == 0 ? .code(Code(digits: "4711")) : .more(at(level - 1)) }
    }

    struct Code: Sendable { var digits: String }

    typealias Env = Void

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open, .close): state = .closed(.unlocked)
        case (.closed(.unlocked), .open): state = .open
        case (.closed(.unlocked), .lock): state = .closed(.locked)
        case (.closed(.locked), .unlock): state = .closed(.unlocked)
        case (_, .wait): return Effect(id: "waiting") { _, _ in try await Task.sleep(for: .seconds(1_000_000)) }
        case (_, .limit): return .timeout(.seconds(90), id: "limit", sending: .stop)
        case (_, .stop): return .cancelTask("waiting")
        case (_, .fail): return Effect(id: "failing") { _, _ in throw Jammed() }
        case (.open, _), (.closed, _): return .unexpected
        }
        return nil
    }
}

/// A machine whose state counts how often it had to be copied to be changed.
enum Heap: Transducer {
    struct State: NonTerminal, Sendable {
        var box = Box()
        var copies = 0
        var steps = 0
    }

    final class Box: Sendable {}

    enum Event: Sendable { case grow }

    static func update(_ state: inout State, event: Event) {
        if !isKnownUniquelyReferenced(&state.box) {
            state.copies += 1
            state.box = Box()
        }
        state.steps += 1
    }
}

extension Protected {
    /// The value, which tests read and write from several tasks.
    var value: Value {
        get { withLock { $0 } }
        set { withLock { $0 = newValue } }
    }
}

/// A machine that lets somebody pass, by work of its own.
enum Guardian: EffectTransducer {
    struct State: NonTerminal, Sendable { var passed = 0 }

    enum Event: Sendable { case pass }

    typealias Env = @Sendable (Door.Event) throws -> Void

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.passed += 1
        return Effect(id: "closing") { send, _ in try send(.close) }
    }
}

/// A value that encodes itself otherwise than it is stored.
struct Crate: Encodable {
    struct Address: Encodable { var city: String }

    var weight: Int
    var sender: Address
    var notes: [String]
    var code: Door.Code?

    private enum Key: String, CodingKey { case kilograms, place, notes, next, city, digits }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Double(weight) / 1000, forKey: .kilograms)
        var place = container.nestedContainer(keyedBy: Key.self, forKey: .place)
        try place.encode(sender.city, forKey: .city)
        var notes = container.nestedUnkeyedContainer(forKey: .notes)
        for note in self.notes { try notes.encode(note) }
        try container.encode(sender, forKey: .next)
        try container.encodeIfPresent(code?.digits, forKey: .digits)
    }
}
