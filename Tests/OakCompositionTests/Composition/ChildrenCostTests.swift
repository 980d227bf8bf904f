import Testing

@testable import Oak

@Suite("The cost of children does not depend on their number")
struct ChildrenCostTests {
    private static let sizes = [1_000, 30_000]
    /// Made once, for tests that need not have one to themselves.
    private static let copied = [20: children(20), 1_000: children(1_000), 100_000: children(100_000)]

    private static func children(_ count: Int) -> Children<Int, [Int]> {
        var children = Children<Int, [Int]>()
        for number in 0..<count { children[number] = [number] }
        return children
    }

    @Test("A state is changed in place without copying the collection or the state", arguments: sizes)
    func inPlace(_ count: Int) {
        var children = Self.children(count)
        children[17]?.reserveCapacity(10)
        let address = children[17]?.withUnsafeBufferPointer(\.baseAddress)
        // One who keeps the membership has no part in the states.
        let membership = children.membership
        let objects = children.objects
        children.update(17) { state, _, _ in state.append(1) }
        children[17]?.append(2)
        children[17, default: []].append(3)
        children[18] = []
        children.updateValue([], forKey: 19)
        #expect(children.objects == objects)
        #expect(children[17]?.withUnsafeBufferPointer(\.baseAddress) == address)
        #expect(children[17] == [17, 1, 2, 3])
        #expect(children.membership.isIdentical(to: membership))
    }

    @Test("Writing a state that is shared with a copy copies only the path to it", arguments: copied.keys)
    func shared(_ count: Int) throws {
        let copy = try #require(Self.copied[count])
        var children = copy
        children[17]?.append(1)
        #expect(children.cells.branches.subtracting(copy.cells.branches).count == children.cells.depth(of: 17))
        #expect(children.objects.subtracting(copy.objects).count == children.cells.depth(of: 17) + 1)
        #expect(children.membership.isIdentical(to: copy.membership))
        let objects = children.objects
        children[17]?.append(2)
        #expect(children.objects == objects)
        #expect(copy[17] == [17])
    }

    @Test("Paths stay short when numbers have become large", arguments: sizes)
    func depth(_ count: Int) {
        var children = Self.children(count)
        let digits = count == 1_000 ? 2 : 3
        #expect(children.cells.branches.count < count)
        for number in stride(from: 0, to: count, by: 99) {
            #expect(children.cells.depth(of: UInt(number)) <= digits)
        }
        for number in 0..<(count - 10) { children[number] = nil }
        for number in (count - 10)..<count { #expect(children.cells.depth(of: UInt(number)) <= 2) }
        #expect(children.cells.branches.count <= 3)
    }

    @Test("Finding changes visits only the paths to the changed children", arguments: copied.keys)
    func differences(_ count: Int) throws {
        let old = try #require(Self.copied[count])
        var new = old
        new[17] = [1]
        new[count - 1] = nil
        new[count] = [2]
        var seen = 0
        new.cells.forEachDifference(from: old.cells) { _, _ in seen += 1 }
        new.membership.buckets.forEachDifference(from: old.membership.buckets) { _, _ in seen += 1 }
        #expect(seen <= 6 * 32)
        #expect(Membership.departed(from: old.membership, to: new.membership) == [count - 1])
        var changed: [Int] = []
        new.forEachChange(since: old) { id, _ in changed.append(id) }
        #expect(changed == [17, count])
    }

    @Test("Comparing collections that share their storage visits no child", arguments: copied.keys)
    func identical(_ count: Int) throws {
        let children = try #require(Self.copied[count])
        let copy = children
        copy.cells.forEachDifference(from: children.cells) { _, _ in Issue.record("Looked at") }
        copy.membership.buckets.forEachDifference(from: children.membership.buckets) { _, _ in
            Issue.record("Looked at")
        }
    }

    @Test("Comparing collections after a write compares only the written states", arguments: copied.keys)
    func comparisons(_ count: Int) throws {
        let old = try #require(Self.copied[count]).mapValues { Counted(value: $0.count) }
        var new = old
        new[17] = Counted(value: 1)
        new[count / 2] = Counted(value: 1)
        Counted.$comparisons.withValue(Tally()) {
            #expect(new == old)
            #expect(Counted.comparisons.count == 2)
        }
    }

    @Test("Looking up a key compares it once", arguments: sizes)
    func lookups(_ count: Int) {
        var children = Children<Counted, Int>()
        for number in 0..<count { children[Counted(value: number)] = number }
        Counted.$comparisons.withValue(Tally()) {
            for number in 0..<1000 { #expect(children[Counted(value: number)] == number) }
            #expect(Counted.comparisons.count == 1000)
            for number in 0..<1000 { children.update(Counted(value: number)) { state, _, _ in state += 1 } }
            #expect(Counted.comparisons.count == 2000)
        }
    }

    @Test("Empty collections are identical")
    func empty() {
        var children: Children<Int, Int> = [1: 1]
        children[1] = nil
        #expect(children.membership.isIdentical(to: Children<Int, Int>().membership))
        #expect(children.cells.isIdentical(to: Children<Int, Int>().cells))
    }

    /// Counted by the thread that a test runs on alone.
    private final class Tally: @unchecked Sendable {
        var count = 0
    }

    private struct Counted: Hashable {
        @TaskLocal static var comparisons = Tally()
        let value: Int

        static func == (lhs: Counted, rhs: Counted) -> Bool {
            comparisons.count += 1
            return lhs.value == rhs.value
        }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}

extension Children {
    /// The objects that the states are in, without keeping them.
    fileprivate var objects: Set<ObjectIdentifier> {
        var objects = cells.branches
        var leaves = cells.makeIterator()
        while let leaf = leaves.next() { objects.insert(ObjectIdentifier(leaf.element)) }
        return objects
    }
}

extension RadixTree {
    /// The branches, without keeping them.
    var branches: Set<ObjectIdentifier> {
        func collect(_ branch: Branch?, _ found: inout Set<ObjectIdentifier>) {
            guard let branch else { return }
            found.insert(ObjectIdentifier(branch))
            for next in branch.branches { collect(next, &found) }
        }
        var found: Set<ObjectIdentifier> = []
        collect(root, &found)
        return found
    }

    /// How many branches there are on the way down to an element.
    func depth(of number: UInt) -> Int {
        func depth(_ branch: Branch?) -> Int {
            guard let branch else { return 0 }
            guard case .branch(let next)? = branch.slot(at: branch.digit(of: number)) else { return 1 }
            return 1 + depth(next)
        }
        return depth(root)
    }
}
