import Testing

@testable import OakTesting

@Suite("Shrinking a list")
struct ListShrinkerTests {
    private func shrink(_ list: [Int], whileFailing fails: ([Int]) -> Bool) -> [Int] {
        var shrinker = ListShrinker(list)
        while let candidate = shrinker.next() {
            if fails(candidate) { shrinker.accept() }
        }
        return shrinker.best
    }

    @Test("What the failure needs stays, in its order, and nothing else")
    func minimal() {
        #expect(shrink(Array(1...100)) { $0.contains(7) && $0.contains(93) } == [7, 93])
        #expect(shrink(Array(1...3)) { $0.count > 1 }.count == 2)
        #expect(shrink([4]) { _ in true } == [])
        #expect(shrink([]) { _ in true } == [])
        #expect(shrink(Array(1...50)) { $0.reduce(0, +) >= 100 }.reduce(0, +) >= 100)
    }

    @Test("A list that cannot be shortened stays as it is")
    func irreducible() {
        #expect(shrink([1, 2, 3]) { $0 == [1, 2, 3] } == [1, 2, 3])
    }
}
