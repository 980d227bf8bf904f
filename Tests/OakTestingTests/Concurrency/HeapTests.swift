import Testing

@testable import OakTesting

@Suite("The heap")
struct HeapTests {
    @Test("The least element is the first of a sorted list after any insertions and removals", arguments: 1...20)
    func order(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var heap = Heap<Int, String>()
        var list: [(priority: Int, number: Int)] = []
        for number in 1...500 {
            switch random.index(below: 5) {
            case 0 where !list.isEmpty:
                let removed = list.remove(at: random.index(below: list.count))
                #expect(heap.remove(removed.number) == "\(removed.number)")
                #expect(heap.remove(removed.number) == nil)
            case 1 where random.index(below: 4) == 0:
                let bound = random.index(below: 20)
                let expected = list.prefix { $0.priority <= bound }.map { "\($0.number)" }
                #expect(heap.removeAll(upTo: bound) == expected)
                list.removeFirst(expected.count)
            default:
                let priority = random.index(below: 20)
                heap.insert("\(number)", priority: priority, number: number)
                list.append((priority, number))
                list.sort { $0 < $1 }
            }
            #expect(heap.count == list.count)
            #expect(heap.least?.number == list.first?.number)
        }
        #expect(heap.sorted.map(\.number) == list.map(\.number))
    }

    /// A number that counts how often it is compared.
    private struct Counted: Comparable {
        nonisolated(unsafe) static var comparisons = 0
        let value: Int

        static func == (lhs: Counted, rhs: Counted) -> Bool {
            comparisons += 1
            return lhs.value == rhs.value
        }

        static func < (lhs: Counted, rhs: Counted) -> Bool {
            comparisons += 1
            return lhs.value < rhs.value
        }
    }

    @Test("The comparisons of an insertion or a removal are proportional to the height of the tree")
    func cost() {
        for height in [7, 10, 13, 16] {
            let count = 1 << height
            var random = SeededGenerator(seed: 1)
            var heap = Heap<Counted, Void>()
            Counted.comparisons = 0
            for number in 0..<count {
                heap.insert((), priority: Counted(value: random.index(below: count)), number: number)
            }
            for number in stride(from: 0, to: count, by: 2) { _ = heap.remove(number) }
            while let least = heap.least { _ = heap.remove(least.number) }
            // Each step up or down a level compares two pairs at most, and each comparison asks for order and equality.
            #expect(Counted.comparisons <= 2 * count * height * 4)
        }
    }
}
