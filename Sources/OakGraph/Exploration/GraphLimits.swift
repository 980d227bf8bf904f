import Foundation

/// The bounds of an exploration.
///
/// A graph that reaches a bound is cut: it says so, and no check of it holds.
public struct GraphLimits: Hashable, Sendable {
    /// The maximum number of states.
    public var states: Int

    /// The maximum number of events from an initial state; `nil` for any number.
    public var depth: Int?

    /// The maximum time in seconds; `nil` for any time.
    public var seconds: Double?

    /// The maximum number of action events in one macrostep; a longer chain counts as endless.
    public var actionEvents: Int

    /// The maximum number of postponed events, as the `bufferSize` of a run; `nil` for any number.
    ///
    /// With a maximum, the graph keeps each postponed event, and shows where one too many ends a run.
    public var postponedEvents: Int?

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - states: The maximum number of states.
    ///   - depth: The maximum number of events from an initial state.
    ///   - seconds: The maximum time in seconds; ten by default, which ends a test that would go on for hours. Only a
    ///     limit of states gives the same graph on each machine: with `nil`, a loaded machine cuts no graph.
    ///   - actionEvents: The maximum number of action events in one macrostep.
    ///   - postponedEvents: The maximum number of postponed events.
    public init(
        states: Int = 1_000_000, depth: Int? = nil, seconds: Double? = 10, actionEvents: Int = 10_000,
        postponedEvents: Int? = nil
    ) {
        self.states = states
        self.depth = depth
        self.seconds = seconds
        self.actionEvents = actionEvents
        self.postponedEvents = postponedEvents
    }
}

/// The reason why a graph does not have all reachable states.
public enum GraphCut: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of states was reached; the text names a part of the state that keeps growing, if one does.
    case states(limit: Int, growing: String?)
    /// More like effects are live at once than the exploration follows.
    case effects(limit: Int)
    /// States at the maximum depth have not been left.
    case depth(limit: Int)
    /// The maximum time has passed; the text names a part of the state that keeps growing, if one does.
    case time(seconds: Double, growing: String?)
    /// The exploration was stopped from outside.
    case interrupted
    /// No initial state was given.
    case noInitialState
    /// The alphabet gives no event in a state that is not terminal.
    case noEvent(state: String)
    /// Two equal states have different hashes, or a state does not equal itself.
    case unreliableEquality(state: String)
    /// Two equal states behave differently.
    case equalStatesDiffer(state: String, event: String)
    /// `update` does not return for an event that follows the return of an effect.
    case trapAfterReturn(state: String, reason: String)
    /// A postponed event is offered again in a state for which the generated alphabet does not have it.
    case postponedEventMissing(event: String, state: String)
    /// Two states that are shown alike behave differently.
    case inexactAbstraction(shown: String, event: String)

    /// The reason, and what to do about it.
    public var description: String {
        switch self {
        case .states(let limit, let growing):
            """
            The graph is cut at \(limit) states\(Self.text(ofGrowing: growing)). Show only \
            the part of the state that matters with 'showing:', bound what grows, or raise 'limits: \
            .init(states:)'.
            """
        case .effects(let limit):
            """
            The graph is cut where more than \(limit) like effects would be live at once, or too many of them may \
            return, because events go on to begin them. Give them an identity, so that one replaces another, or leave \
            out the event.
            """
        case .depth(let limit):
            "The graph is cut \(limit) events from its initial states. Raise 'limits: .init(depth:)' or leave it out."
        case .time(let seconds, let growing):
            """
            The graph is cut after \(seconds) seconds\(Self.text(ofGrowing: growing)). Raise 'limits: \
            .init(seconds:)', or set it to nil.
            """
        case .interrupted: "The graph is cut because its exploration was stopped."
        case .noInitialState: "The graph is empty because 'from:' has no state. Give at least one initial state."
        case .noEvent(let state):
            """
            The graph is cut at \(state), for which the alphabet has no event. Give at least one event for each state \
            that is not terminal; an event that the machine ignores is enough.
            """
        case .unreliableEquality(let state):
            """
            The graph is cut at \(state), which does not equal itself or has another hash than an equal state. Let \
            '==' and 'hash(into:)' use the same properties, without 'nan', or give 'showing:'.
            """
        case .equalStatesDiffer(let state, let event):
            """
            The graph is inexact: two states that equal \(state) were reached in different ways, and behave \
            differently on \(event). Let '==' compare all that 'update' reads, and let 'update' sort the elements of a \
            set or dictionary before it decides by their order.
            """
        case .trapAfterReturn(let state, let reason):
            """
            The graph is cut at \(state), where an effect returns and 'update' does not return for an event that \
            follows: \(reason).
            """
        case .postponedEventMissing(let event, let state):
            """
            The graph is incomplete: \(event) can be postponed and offered again in \(state), for which \
            'generated(by:)' does not return it. Return it for each state that can follow.
            """
        case .inexactAbstraction(let shown, let event):
            """
            The graph is inexact: two states are shown as \(shown) and behave differently on \(event). Show the part \
            of the state that the machine decides by.
            """
        }
    }

    private static func text(ofGrowing part: String?) -> String {
        part.map { "; '\($0)' takes more and more values" } ?? ""
    }
}

/// The progress of an exploration.
public struct ExplorationProgress: Hashable, Sendable {
    /// The number of states found.
    public let states: Int

    /// The number of states found and not yet left.
    public let frontier: Int

    /// The number of transitions performed.
    public let transitions: Int

    /// The number of events from an initial state to the states that are being left.
    public let depth: Int

    /// The time since the beginning, in seconds.
    public let seconds: Double
}

/// Counts levels, looks at the limits, and reports progress.
@usableFromInline struct ExplorationWatch {
    @usableFromInline let limits: GraphLimits
    let progress: ((ExplorationProgress) -> Bool)?
    let start = ProcessInfo.processInfo.systemUptime
    /// The end of the states with the current number of events from an initial state.
    @usableFromInline var levelEnd = 0
    @usableFromInline var depth = 0
    /// The state before which the next look is due.
    @usableFromInline var nextLook = 0
    private var lastLook = (number: 0, seconds: 0.0)

    @usableFromInline init(_ limits: GraphLimits, _ progress: ((ExplorationProgress) -> Bool)?) {
        self.limits = limits
        self.progress = progress
    }

    /// Whether a state begins a new level, or the last look is some states ago.
    @inlinable
    @inline(__always)
    func isDue(_ number: Int) -> Bool { number == levelEnd || number >= nextLook }

    @usableFromInline mutating func look(at number: Int, of size: (states: Int, left: Int, edges: Int)) -> GraphCut? {
        if number == levelEnd {
            depth += 1
            levelEnd = size.states
        }
        if let limit = limits.depth, depth >= limit { return .depth(limit: limit) }
        let seconds = ProcessInfo.processInfo.systemUptime - start
        setNextLook(after: number, at: seconds)
        if let limit = limits.seconds, !(seconds <= limit) { return .time(seconds: limit, growing: nil) }
        if size.edges > Int(UInt32.max) - 1 << 20 { return .states(limit: size.states, growing: nil) }
        let now = ExplorationProgress(
            states: size.states, frontier: size.states - size.left, transitions: size.edges, depth: depth,
            seconds: seconds)
        return progress?(now) == false ? .interrupted : nil
    }

    /// Counts levels from the initial states on again; the time goes on.
    @usableFromInline mutating func beginAgain() { (levelEnd, depth, nextLook) = (0, 0, 0) }

    /// Sets the next look to some tens of milliseconds from now, at the speed since the last one.
    private mutating func setNextLook(after number: Int, at seconds: Double) {
        let (left, past) = (number - lastLook.number, seconds - lastLook.seconds)
        let rate = Double(left) / max(past, 1e-6)
        nextLook = number + min(max(Int(rate / 32), 1), 1 << 12)
        lastLook = (number, seconds)
    }
}
