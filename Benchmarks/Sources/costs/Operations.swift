import Oak

/// A machine that starts an operation, waits for its answer, and starts the next one, a given number of times.
///
/// An operation allocates at least its task; its allocations are counted, not promised.
enum Errands: EffectTransducer {
    enum State: Terminable {
        case running(Kind, left: Int)
        case done

        var isTerminal: Bool {
            switch self {
            case .running: false
            case .done: true
            }
        }
    }

    enum Event: Sendable {
        case next
        case answered(Int)
    }

    enum Kind: Sendable {
        /// Made once, without a name.
        case constant
        /// Two names in turn, made in `update`, with a value.
        case named
        /// The same with one name: each replaces its predecessor.
        case replacing
    }

    static let constant = Effect { _, input in try input.send(.next) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.running(let kind, left: 0...), .next): errand(&state, kind, 0)
        case (.running(let kind, _), .answered(let value)): errand(&state, kind, value)
        case (.running, .next), (.done, _): nil
        }
    }

    private static func errand(_ state: inout State, _ kind: Kind, _ value: Int) -> Effect? {
        guard case .running(_, let left) = state, left > 0 else {
            state = .done
            return nil
        }
        state = .running(kind, left: left - 1)
        return switch kind {
        case .constant: constant
        case .named where left.isMultiple(of: 2):
            Effect(id: "reload") { _, input in try input.send(.answered(value + left)) }
        case .named, .replacing: Effect(id: "load") { _, input in try input.send(.answered(value + left)) }
        }
    }
}
