import Foundation
import Testing

@testable import Oak

@Suite("Which child is another one than before")
struct ChildrenReplacementTests {
    private func departed(_ old: Children<String, Int>, _ new: Children<String, Int>) -> [String] {
        Membership.departed(from: old.membership, to: new.membership)
    }

    private let whole: Children<String, Int> = ["a": 1, "b": 2, "c": 3]

    private var single: Children<String, Int> {
        var children = Children<String, Int>()
        for (id, state) in whole { children[id] = state }
        return children
    }

    @Test("Removed ones have gone, in the order in which they were added")
    func removed() {
        for old in [whole, single] {
            var new = old
            new["c"] = nil
            new["a"] = nil
            #expect(departed(old, new) == ["a", "c"])
            #expect(departed(new, old) == [])
            #expect(departed(old, [:]) == ["a", "b", "c"])
            #expect(departed([:], old) == [])
        }
    }

    @Test("A key that is removed and added again has another child, at once")
    func replaced() {
        for old in [whole, single] {
            var new = old
            new["b"] = nil
            new["b"] = 2
            #expect(departed(old, new) == ["b"])
            var all = old
            all.removeAll()
            for (id, state) in old { all[id] = state }
            #expect(departed(old, all) == ["a", "b", "c"])
        }
    }

    @Test("A child whose state is set, in whichever way, goes on")
    func kept() {
        for old in [whole, single] {
            var new = old
            new["a"] = 7
            new["a"]? += 1
            new["b", default: 0] += 1
            new.updateValue(9, forKey: "c")
            new.update("c") { state, _ in state += 1 }
            #expect(new == ["a": 8, "b": 3, "c": 10])
            #expect(departed(old, new) == [])
            #expect(new.membership.isIdentical(to: old.membership))
        }
    }

    @Test("A child that is taken out and put back while its state is changed is the same")
    func putBack() {
        func toggle(_ state: inout Int?) {
            state = nil
            state = 5
        }
        var new = single
        let old = new
        toggle(&new["a"])
        #expect(departed(old, new) == [])
    }

    @Test("In a collection that is made as a whole, the children of its keys go on")
    func rebuilt() throws {
        for old in [whole, single] {
            #expect(departed(old, ["c": 1, "a": 1]) == ["b"])
            #expect(departed(old, Children(uniqueKeysWithValues: old.map { ($0.key, $0.value) })) == [])
            let decoded = try JSONDecoder().decode(Children<String, Int>.self, from: JSONEncoder().encode(old))
            #expect(departed(old, decoded) == [])
        }
    }

    @Test("A filtered or mapped collection has the same children")
    func transformed() {
        for old in [whole, single] {
            #expect(departed(old, old.filter { $0.value > 1 }) == ["a"])
            let mapped = old.mapValues { $0 + 1 }
            #expect(departed(old, mapped) == [])
            #expect(mapped.membership.isIdentical(to: old.membership))
        }
    }

    @Test("A copy that is assigned brings back the children that it had")
    func assigned() {
        var children = single
        let copy = children
        children["b"] = nil
        children["d"] = 4
        let before = children
        children = copy
        #expect(departed(copy, children) == [])
        #expect(departed(before, children) == ["d"])
        children["b"] = nil
        children["b"] = 2
        #expect(departed(copy, children) == ["b"])
    }

    @Test("A path kept with a child goes where the child's state goes, and is no part of the value")
    func paths() {
        let path = ChildPath([], at: ChildPlace(ChildID("a"), number: 0))
        var children = whole
        let copy = children
        children.update("a") { _, kept in kept = path }
        #expect(children == copy)
        children["a"]? += 1
        #expect(children.update("a") { _, kept in kept === path } == true)
        children["a"] = 5
        #expect(children.update("a") { _, kept in kept === path } == true)
        let later = children
        children["a"] = 6
        #expect(children.update("a") { _, kept in kept === path } == true)
        #expect(later["a"] == 5)
        #expect(children.update("x") { _, _ in } == nil)
        children["a"] = nil
        children["a"] = 1
        #expect(children.update("a") { _, kept in kept == nil } == true)
    }
}
