import Oak
import Synchronization

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

/// A value that tests read and write from several tasks.
final class Box<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    init(_ value: Value) { content = Mutex(value) }

    var value: Value {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
