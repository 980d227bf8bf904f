/// A source of random numbers that gives the same numbers for the same seed, on every platform.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014). It
/// is fast and good enough to choose test cases, but not meant for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a source of random numbers.
    ///
    /// - Parameter seed: Determines all numbers that follow.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number from zero up to, but not including, a bound.
    mutating func index(below bound: Int) -> Int {
        // The upper half of the product: no division, and a bias too small to matter for choosing tests.
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
