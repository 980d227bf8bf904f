/// A load on a server: simultaneously open pages, each of which sends events at an even pace.
struct Load: Sendable {
    /// The number of open pages.
    let sessions: Int
    /// The number of events per second of each page.
    let rate: Double
    /// The duration of the load.
    let span: Duration
    /// Two loads with the same seed send the same events at the same moments.
    let seed: UInt64

    /// The number of events of each page.
    var eventsPerSession: Int { max(1, Int((span / .seconds(1) * rate).rounded())) }

    /// The time between two events of a page.
    var interval: Duration { .seconds(1) / rate }

    /// The total number of events.
    var events: Int { sessions * eventsPerSession }
}

/// A random number generator with a seed: SplitMix64.
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
