import Testing

@testable import OakTesting

@Suite("Random values")
struct GeneratorTests {
    private enum Suit: CaseIterable { case clubs, diamonds, hearts, spades }

    @Test("A seed gives the same values each time")
    func reproducible() {
        let generator = Generator<Suit>.allCases
        var (first, second) = (SeededGenerator(seed: 42), SeededGenerator(seed: 42))
        #expect(generator.values(100, using: &first) == generator.values(100, using: &second))
    }

    @Test("Weights determine how often values occur")
    func weights() {
        let generator = Generator.weighted([(3, "a"), (1, "b"), (0, "c")])
        var random = SeededGenerator(seed: 1)
        let values = generator.values(10_000, using: &random)
        #expect((7_300...7_700).contains(values.count { $0 == "a" }))
        #expect(!values.contains("c"))
    }
}
