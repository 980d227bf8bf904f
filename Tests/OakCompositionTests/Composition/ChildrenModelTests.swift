import OakTesting
import TestSupport
import Testing

@testable import Oak

@Suite("Children compared with a list")
struct ChildrenModelTests {
    /// A key with a hash that many others have.
    private struct SharedHash: Hashable {
        let number: Int
        let hash: Int

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    /// A key whose hash leaves no bit to the hasher.
    private struct ConstantHash: Hashable {
        let number: Int

        func hash(into hasher: inout Hasher) {}
    }

    private func checkHistory<ID: Hashable & Sendable>(_ seed: UInt64, _ ids: [ID], steps: Int) {
        var random = SeededGenerator(seed: seed)
        var model = ChildrenModel<ID>()
        var earlier = [model]
        for step in 1...steps {
            model.change(by: &random, ids)
            if step % 7 == 0 {
                earlier.append(model)
                model.check(ids)
                for old in earlier { model.checkChanges(since: old) }
                if earlier.count > 8 { earlier.removeFirst() }
            }
        }
        for old in earlier { old.check(ids) }
    }

    @Test(
        "Any history of changes gives the same contents and differences as a list, and copies stay unchanged",
        arguments: Effort.seeds(20))
    func histories(_ seed: UInt64) {
        checkHistory(seed, Array(0..<[3, 20, 60, 150][Int(seed % 4)]), steps: 300)
    }

    @Test("Keys with equal hash values remain different keys", arguments: Effort.seeds(10))
    func collisions(_ seed: UInt64) {
        checkHistory(seed, (0..<24).map { SharedHash(number: $0, hash: $0 % 5) }, steps: 200)
        checkHistory(seed, (0..<12).map { ConstantHash(number: $0) }, steps: 200)
    }

    @Test("Two copies that change independently differ", arguments: Effort.seeds(20))
    func branches(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ids = Array(0..<50)
        var first = ChildrenModel<Int>()
        for _ in 1...100 { first.change(by: &random, ids) }
        // Births and writes of the second line have other numbers.
        var second = first
        for _ in 1...30 { first.change(by: &random, ids) }
        second.setApart()
        for _ in 1...30 { second.change(by: &random, ids) }
        first.check(ids)
        second.check(ids)
        first.checkChanges(since: second)
        second.checkChanges(since: first)
    }
}
