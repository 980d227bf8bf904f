public import Oak

/// The machine of most cases, small enough that the way of an event outweighs its transition.
public enum Door: Transducer {
    public enum State: Terminable, Sendable {
        case locked(passed: Int)
        case unlocked(passed: Int)
        case closed(passed: Int)

        @inlinable
        public var isTerminal: Bool {
            switch self {
            case .locked, .unlocked: false
            case .closed: true
            }
        }
    }

    public enum Event: Sendable {
        case coin(Int)
        case push
        case close
    }

    @inlinable
    public static func update(_ state: inout State, event: Event) -> Int {
        switch (state, event) {
        case (.locked(let passed), .coin(let value)):
            state = value > 0 ? .unlocked(passed: passed) : .locked(passed: passed)
            return value
        case (.unlocked(let passed), .push):
            state = .locked(passed: passed + 1)
            return passed
        case (.locked(let passed), .close), (.unlocked(let passed), .close):
            state = .closed(passed: passed)
            return passed
        case (.locked, .push), (.unlocked, .coin), (.closed, _):
            return 0
        }
    }

    /// A number of events, the last of which ends the machine.
    static func events(_ count: Int) -> [Event] {
        [Event](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count - 1 {
                buffer.initializeElement(at: index, to: index.isMultiple(of: 2) ? .coin(index + 1) : .push)
            }
            buffer.initializeElement(at: count - 1, to: .close)
            initialized = count
        }
    }
}
