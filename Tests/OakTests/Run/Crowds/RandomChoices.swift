import OakTesting
import TestSupport

/// Random delays and choices; the same ones for the same seed.
struct RandomChoices: Sendable {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A number from zero up to, but not including, a bound.
    mutating func draw(_ bound: Int) -> Int { Int(random.next() >> 33) % bound }

    mutating func draws(_ count: Int, below bound: Int) -> [Int] { (0..<count).map { _ in draw(bound) } }

    /// Lets others have their turn a few times, or not.
    mutating func hesitate(atMost limit: Int) async { await yield(draw(limit + 1)) }
}

/// Lets others have their turn.
func yield(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
}

/// An object that is counted for as long as something keeps it alive.
final class Counted: Sendable {
    private let count: Counter

    init(in count: Counter) {
        self.count = count
        count.increment()
    }

    deinit { count.decrement() }
}
