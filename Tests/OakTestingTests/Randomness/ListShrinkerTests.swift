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

    @Test("Shrinking keeps exactly the elements that the failure needs")
    func minimal() {
        #expect(shrink(Array(1...100)) { $0.contains(7) && $0.contains(93) } == [7, 93])
        #expect(shrink(Array(1...3)) { $0.count > 1 }.count == 2)
        #expect(shrink([4]) { _ in true } == [])
        #expect(shrink([]) { _ in true } == [])
        #expect(shrink(Array(1...50)) { $0.reduce(0, +) >= 100 }.reduce(0, +) >= 100)
    }

    @Test("Two elements that cancel each other out are removed together")
    func pairs() {
        /// A switch, 0, that has to be off, and the second of two 2s behind a 1.
        func fails(_ list: [Int]) -> Bool {
            list.count { $0 == 0 }.isMultiple(of: 2) && list.filter { $0 != 0 }.suffix(3) == [1, 2, 2]
        }
        #expect(shrink([0, 0, 1, 0, 0, 2, 2], whileFailing: fails) == [1, 2, 2])
        #expect(shrink([0, 1, 2, 2, 0], whileFailing: fails) == [1, 2, 2])
        #expect(shrink([0, 1, 0, 2, 0, 2, 0], whileFailing: fails) == [1, 2, 2])
    }

    @Test("An element can be removed once the pair that needed it is gone")
    func afterPairs() {
        let shrunk = shrink([5, 0, 1, 0]) { list in
            let zeros = list.count { $0 == 0 }
            return zeros.isMultiple(of: 2) && list.contains(1) && (zeros == 0 || list.contains(5))
        }
        #expect(shrunk == [1])
    }

    @Test("Each element and each pair of a minimal list is tried once")
    func effort() {
        var tried = 0
        let list = Array(1...8)
        _ = shrink(list) { _ in
            tried += 1
            return false
        }
        #expect(tried == 2 + 4 + 8 + 8 * 7 / 2)
    }

    @Test("Shrinking a long list ends after a bounded number of tries")
    func longList() {
        var shrinker = ListShrinker(Array(0..<2_000))
        var tries = 0
        while shrinker.next() != nil { tries += 1 }
        #expect(tries < 20_000)
        #expect(shrinker.best.count == 2_000)
    }
}
