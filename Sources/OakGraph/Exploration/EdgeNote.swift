/// The machine's intent for an edge, and the parts of its macrostep, in one byte.
@usableFromInline struct EdgeNote: Equatable {
    @usableFromInline var bits: UInt8

    @inlinable init(_ intent: Intent) { bits = intent.code }

    @inlinable var intent: Intent {
        get { Intent(code: bits & 7) }
        set { bits = bits & ~7 | newValue.code }
    }

    /// A part that a macrostep can have, as a bit beside those of the intent.
    @usableFromInline enum Part: UInt8 {
        /// A transition of the macrostep has an effect.
        case effect = 8
        /// The macrostep processes action events.
        case actions = 16
        /// An action event is unexpected.
        case unexpectedAction = 32
    }

    /// Whether the macrostep has a part.
    @inlinable subscript(part: Part) -> Bool {
        get { bits & part.rawValue != 0 }
        set { bits = newValue ? bits | part.rawValue : bits & ~part.rawValue }
    }
}

extension Intent {
    /// Whether the machine takes the event, be it to ignore it.
    @inlinable var isSilent: Bool { self == .handled || self == .ignored }

    /// Whether the answer is an effect other than work.
    var isReply: Bool { !isSilent && self != .trapped }

    /// Whether the macrostep ends in a state.
    @inlinable var hasTarget: Bool {
        switch self {
        case .handled, .ignored, .postponed, .unexpected, .refused: true
        case .endless, .invalid, .trapped: false
        }
    }

    @inlinable var code: UInt8 {
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

    @inlinable init(code: UInt8) {
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
