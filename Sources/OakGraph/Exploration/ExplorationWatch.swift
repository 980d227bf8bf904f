import Foundation

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
