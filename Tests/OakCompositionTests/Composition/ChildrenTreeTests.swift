import OakTesting
import TestSupport
import Testing

@testable import Oak

@Suite("Radix tree of children")
struct ChildrenTreeTests {
    /// Numbers that part at the ends of digits, and others beside them.
    private static let numbers: [UInt] =
        [0, 1, 31, 32, 33, 1023, 1024, 1 << 59, 31 << 55, 1 << 60, (1 << 60) - 1, 1 << 63, .max, .max - 1, .max >> 1]
        + (0..<20).map { 5 + $0 * 7 } + (0..<10).map { 1 << (6 * $0) | 3 }

    @Test("The tree behaves like a sorted list for any numbers", arguments: Effort.seeds(20))
    func order(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var tree = RadixTree<Int>()
        var list: [UInt: Int] = [:]
        var earlier: [(RadixTree<Int>, [UInt: Int])] = []
        for step in 1...300 {
            guard let number = Self.numbers.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<(seed.isMultiple(of: 2) ? 6 : 4), using: &random) {
            case 0, 1, 2:
                if tree.update(number, { $0 = step }) == nil { tree.insert(step, at: number) }
                list[number] = step
            default: #expect(tree.remove(number) == list.removeValue(forKey: number))
            }
            if step % 5 == 0 {
                check(tree, list)
                for (old, oldList) in earlier { checkDifferences(tree, list, old, oldList) }
                earlier.append((tree, list))
                if earlier.count > 6 { earlier.removeFirst() }
            }
        }
        for (old, oldList) in earlier { check(old, oldList) }
    }

    private func check(_ tree: RadixTree<Int>, _ list: [UInt: Int]) {
        let numbers = list.keys.sorted()
        #expect(tree.count == list.count)
        let leaves = Array(IteratorSequence(tree.makeIterator()))
        #expect(leaves.map(\.number) == numbers)
        #expect(leaves.map(\.element) == numbers.map { list[$0] })
        #expect(numbers.indices.map { tree.leaf(at: $0)?.number } == numbers)
        #expect(tree.leaf(at: -1) == nil && tree.leaf(at: list.count) == nil)
        #expect(Self.numbers.map { tree[$0] } == Self.numbers.map { list[$0] })
        var again = RadixTree<Int>()
        for number in numbers.reversed() { again.insert(0, at: number) }
        if list.count > 1 { #expect(shape(of: tree) == shape(of: again)) }
    }

    /// Where paths part, written down.
    private func shape(of tree: RadixTree<Int>) -> String {
        func shape(_ branch: RadixTree<Int>.Branch) -> String {
            let branches = branch.branches.map(shape).joined(separator: ",")
            let isSound =
                branch.leaves.count + branch.branches.count > 1
                && branch.leaves.count == branch.leafDigits.nonzeroBitCount
                && branch.branches.count == branch.branchDigits.nonzeroBitCount
            if !isSound { Issue.record("A branch that is too small, or not as it says") }
            let digits = "\(branch.leafDigits):\(branch.branchDigits)"
            return "\(branch.shift):\(branch.prefix):\(digits):\(branch.count)[\(branches)]"
        }
        return tree.root.map(shape) ?? ""
    }

    private func checkDifferences(
        _ tree: RadixTree<Int>, _ list: [UInt: Int], _ old: RadixTree<Int>, _ oldList: [UInt: Int]
    ) {
        var before: [(number: UInt, element: Int)] = []
        var after: [(number: UInt, element: Int)] = []
        var changed: [UInt] = []
        tree.forEachDifference(from: old) { old, new in
            if let old { before.append((old.number, old.element)) }
            if let new { after.append((new.number, new.element)) }
            if old?.element != new?.element, let leaf = new ?? old { changed.append(leaf.number) }
        }
        for (found, list) in [(before, oldList), (after, list)] {
            #expect(found.map(\.element) == found.map { list[$0.number] })
            #expect(found.map(\.number) == Set(found.map(\.number)).sorted())
        }
        let expected = Set(list.keys).union(oldList.keys).filter { list[$0] != oldList[$0] }
        #expect(changed.sorted() == expected.sorted())
    }

    @Test("Removing a missing element copies nothing, and every element is released")
    func leftAlone() {
        weak var released: Probe?
        do {
            var tree = RadixTree<Probe>()
            for number in 0..<100 as Range<UInt> { tree.insert(Probe(), at: number * 3) }
            released = tree[33]
            let copy = tree
            #expect(tree.remove(34) == nil)
            #expect(tree.isIdentical(to: copy))
            #expect(tree.remove(33) != nil)
            #expect(copy[33] === released)
        }
        #expect(released == nil)
    }

    private final class Probe {}
}
