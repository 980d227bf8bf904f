/// What is asked of a server: so many pages that are open at once, each of which sends events at an even pace.
struct Load: Sendable {
    /// How many pages are open.
    let sessions: Int
    /// How many events each sends in a second.
    let rate: Double
    /// For how long.
    let span: Duration
    /// Two loads with the same seed send the same events at the same moments.
    let seed: UInt64

    /// How many events each page sends.
    var eventsPerSession: Int { max(1, Int((span / .seconds(1) * rate).rounded())) }

    /// The time between two events of a page.
    var interval: Duration { .seconds(1) / rate }

    /// How many events are sent altogether.
    var events: Int { sessions * eventsPerSession }
}

/// Random numbers that a seed decides: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
