import Foundation
import Testing

@testable import Oak

@Suite("Identities of children in collections")
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

    @Test("Removed children depart in the order in which they were added")
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

    @Test("Removing and adding a key creates a new child")
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

    @Test("Setting the state of a child keeps the child")
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

    @Test("Setting a state to nil and back within one access keeps the child")
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

    @Test("Rebuilding a whole collection keeps the children of its keys")
    func rebuilt() throws {
        for old in [whole, single] {
            #expect(departed(old, ["c": 1, "a": 1]) == ["b"])
            #expect(departed(old, Children(uniqueKeysWithValues: old.map { ($0.key, $0.value) })) == [])
            let decoded = try JSONDecoder().decode(Children<String, Int>.self, from: JSONEncoder().encode(old))
            #expect(departed(old, decoded) == [])
        }
    }

    @Test("Filtering and mapping keep the children")
    func transformed() {
        for old in [whole, single] {
            #expect(departed(old, old.filter { $0.value > 1 }) == ["a"])
            let mapped = old.mapValues { $0 + 1 }
            #expect(departed(old, mapped) == [])
            #expect(mapped.membership.isIdentical(to: old.membership))
        }
    }

    @Test("Assigning a copy restores its children")
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

    @Test("The path of a child moves with its state and is not part of its value")
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
