import OakText

/// The states and edges of an exploration, in flat arrays.
///
/// The edges of a state follow each other, one for each event of its alphabet. Beside a state itself the space holds
/// eight bytes for it, and five for each edge.
@usableFromInline struct StateSpace<State> {
    @usableFromInline var states: [State] = []
    /// The edge by which a state was found; the largest number for an initial state.
    @usableFromInline var found: [UInt32] = []
    /// The first edge of each state that has been left, and the end of the last one.
    @usableFromInline var offsets: [UInt32] = [0]
    @usableFromInline var targets: [UInt32] = []
    @usableFromInline var notes: [EdgeNote] = []
    /// The number of the progress of each state's effects; empty as long as nothing depends on it.
    @usableFromInline var progress: [UInt32] = []
    @usableFromInline var initial: [Int] = []
    /// The reasons for which `update` does not return, by edge.
    @usableFromInline var traps: [Int: String] = [:]
    @usableFromInline var cut: GraphCut?
    /// A reason that lets the exploration go on.
    @usableFromInline var doubt: GraphCut?

    /// The largest number of states or edges.
    @inlinable static var capacity: Int { Int(UInt32.max) - 1 }

    @inlinable init() {}

    /// Whether the exploration goes on.
    @inlinable var isOpen: Bool { cut == nil }

    /// Whether the last state with edges lacks some of them, because the exploration was cut there.
    @usableFromInline var isLastPartial = false

    /// The number of states that have been left by all of their events.
    @usableFromInline var leftCount: Int { offsets.count - (isLastPartial ? 2 : 1) }

    @usableFromInline var size: (states: Int, left: Int, edges: Int) { (states.count, leftCount, targets.count) }

    @inlinable
    @inline(__always)
    mutating func append(_ state: State, foundBy edge: UInt32) {
        states.append(state)
        found.append(edge)
    }

    /// Ends the edges of the state that is left.
    @inlinable
    @inline(__always)
    mutating func endEdges() { offsets.append(UInt32(truncatingIfNeeded: targets.count)) }

    /// Notes a reason why the graph may be wrong, unless there is one already.
    @usableFromInline mutating func note(_ reason: @autoclosure () -> GraphCut) { doubt = doubt ?? reason() }

    @usableFromInline mutating func endExploration() {
        switch cut {
        case .states(let limit, nil): cut = .states(limit: limit, growing: growingPart)
        case .time(let seconds, nil): cut = .time(seconds: seconds, growing: growingPart)
        case .states, .effects, .depth, .time, .interrupted, .noInitialState, .noEvent, .unreliableEquality,
            .equalStatesDiffer, .trapAfterReturn, .postponedEventMissing, .inexactAbstraction, nil:
            break
        }
        cut = cut ?? doubt
    }

    /// The edges of a state.
    func edges(of number: Int) -> Range<Int> {
        number + 1 < offsets.count ? Int(offsets[number])..<Int(offsets[number + 1]) : 0..<0
    }

    /// The state that an edge leaves.
    ///
    /// - Complexity: O(log *n*)
    func source(of edge: Int) -> Int {
        firstIndex(in: 1..<offsets.count) { Int(offsets[$0]) > edge } - 1
    }

    /// The edges of the shortest way to a state, and the initial state in which it begins.
    func way(to state: Int) -> (start: Int, edges: [Int]) {
        var (edges, state) = ([Int](), state)
        while found[state] != .max {
            edges.append(Int(found[state]))
            state = source(of: Int(found[state]))
        }
        return (state, edges.reversed())
    }

    /// The stored property that takes the most values in the latest states, if one keeps growing.
    private var growingPart: String? {
        let sample = states.suffix(64)
        var values: [String: Set<String>] = [:]
        for state in sample { collect(state, at: "", depth: 0, into: &values) }
        let most = values.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        return most.flatMap { $0.value.count > sample.count / 2 && sample.count > 8 ? $0.key : nil }
    }

    private func collect(_ value: Any, at path: String, depth: Int, into values: inout [String: Set<String>]) {
        let parts = depth < 6 && !(value is any Collection) ? OpenedValue(value).parts : []
        if parts.isEmpty, !path.isEmpty { values[path, default: []].insert(String(describing: value)) }
        for (index, child) in parts.enumerated() {
            let label = child.label ?? "\(index)"
            collect(child.value, at: path.isEmpty ? label : "\(path).\(label)", depth: depth + 1, into: &values)
        }
    }
}

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

    /// Whether the macrostep ends in a state, from which a run goes on.
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
