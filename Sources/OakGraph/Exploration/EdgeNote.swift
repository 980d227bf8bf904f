/// The machine's intent for an edge, and the parts of its macrostep, in one byte.
@usableFromInline
struct EdgeNote: Equatable {
    @usableFromInline var bits: UInt8

    @inlinable
    init(_ intent: Intent) { bits = intent.code }

    @inlinable
    var intent: Intent {
        get { Intent(code: bits & 7) }
        set { bits = bits & ~7 | newValue.code }
    }

    @inlinable
    subscript(bit: UInt8) -> Bool {
        get { bits & bit != 0 }
        set { bits = newValue ? bits | bit : bits & ~bit }
    }

    /// Whether a transition of the macrostep has an effect.
    @inlinable var hasEffect: Bool {
        get { self[8] }
        set { self[8] = newValue }
    }

    /// Whether the macrostep processes action events.
    @inlinable var hasActions: Bool {
        get { self[16] }
        set { self[16] = newValue }
    }

    /// Whether an action event is unexpected.
    @inlinable var hasUnexpectedAction: Bool {
        get { self[32] }
        set { self[32] = newValue }
    }

    /// Whether an action event waits for a cancellation, and so may belong to a later macrostep.
    @inlinable var hasEventAfterCancellation: Bool {
        get { self[64] }
        set { self[64] = newValue }
    }
}

extension EdgeNote {
    /// Whether the answer is an effect other than work.
    var hasReply: Bool {
        switch intent {
        case .handled, .ignored, .trapped: false
        case .postponed, .unexpected, .refused, .endless, .invalid: true
        }
    }
}

extension Intent {
    /// Whether the machine takes the event, be it to ignore it.
    @inlinable
    var isSilent: Bool {
        switch self {
        case .handled, .ignored: true
        case .postponed, .unexpected, .refused, .endless, .invalid, .trapped: false
        }
    }

    @inlinable
    var code: UInt8 {
        switch self {
        case .handled: 0
        case .ignored: 1
        case .postponed: 2
        case .unexpected: 3
        case .refused: 4
        case .endless: 5
        case .invalid: 6
        case .trapped: 7
        }
    }

    @inlinable
    init(code: UInt8) {
        self =
            switch code {
            case 0: .handled
            case 1: .ignored
            case 2: .postponed
            case 3: .unexpected
            case 4: .refused
            case 5: .endless
            case 6: .invalid
            default: .trapped
            }
    }
}
