import OakTesting

/// Random delays and choices that depend on the seed only.
struct RandomChoices: Sendable {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A number from zero up to, but not including, a bound.
    mutating func draw(_ bound: Int) -> Int { Int(random.next() >> 33) % bound }

    mutating func draws(_ count: Int, below bound: Int) -> [Int] { (0..<count).map { _ in draw(bound) } }

    /// Yields a random number of times.
    mutating func hesitate(atMost limit: Int) async { await yield(draw(limit + 1)) }
}

/// Yields a number of times.
func yield(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
}
