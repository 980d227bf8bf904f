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

    @Test("C28 A collection assigned as a whole continues the children of its keys, whatever has happened to either")
    func rebuilt() throws {
        var changed = single
        changed["b"] = nil
        changed["b"] = 2
        for old in [whole, single, changed] {
            for other in [whole, single, changed] where other.membership.lineage != old.membership.lineage {
                #expect(departed(old, other) == [])
            }
            #expect(departed(old, ["c": 1, "a": 1]) == ["b"])
            let decoded = try JSONDecoder().decode(Children<String, Int>.self, from: JSONEncoder().encode(old))
            #expect(departed(old, decoded) == [])
        }
    }

    @Test("The path of a child moves with its state and is not part of its value")
    func paths() {
        let path = ChildPath(ChildPlace(ChildID("a"), number: 0))
        var children = whole
        let copy = children
        children.update("a") { _, kept, _ in kept = path }
        #expect(children == copy)
        children["a"]? += 1
        #expect(children.update("a") { _, kept, _ in kept === path } == true)
        children["a"] = 5
        #expect(children.update("a") { _, kept, _ in kept === path } == true)
        let later = children
        children["a"] = 6
        #expect(children.update("a") { _, kept, _ in kept === path } == true)
        #expect(later["a"] == 5)
        #expect(children.update("x") { _, _, _ in } == nil)
        children["a"] = nil
        children["a"] = 1
        #expect(children.update("a") { _, kept, _ in kept == nil } == true)
    }
}
