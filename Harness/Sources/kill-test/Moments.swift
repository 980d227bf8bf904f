/// Random numbers from a seed (SplitMix64), so that a run draws the same moments again.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// When a process is killed.
enum Moment: String, CaseIterable {
    /// While it opens the store.
    case opening = "while opening"
    /// While it opens a store that does not exist yet.
    case creating = "while creating the file"
    /// While it works.
    case working = "at work"
    /// While it works, after a rival was refused.
    case rivalled = "at work, with a rival"
    /// Frozen, after a rival was refused.
    case frozen = "frozen, with a rival"

    /// Draws a moment.
    static func draw(_ random: inout SeededRandom) -> Moment {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<15: .opening
        case 15..<25: .creating
        case 25..<27: .rivalled
        case 27..<29: .frozen
        case _: .working
        }
    }
}
