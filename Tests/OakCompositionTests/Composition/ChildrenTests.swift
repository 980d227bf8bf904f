import Foundation
import TestSupport
import Testing

@testable import Oak

@Suite("Children as an ordered dictionary")
struct ChildrenTests {
    @Test("A literal keeps its order, and a repeated key has its first place and its last state")
    func literal() {
        let children: Children<String, Int> = ["b": 1, "a": 2, "b": 3]
        #expect(Array(children.keys) == ["b", "a"])
        #expect(Array(children.values) == [3, 2])
        #expect(children == Children(uniqueKeysWithValues: [("b", 0), ("a", 2), ("b", 3)]))
        #expect([:] == Children<String, Int>())
    }

    @Test("A default is the state of a missing key and is added when it changes")
    func defaults() {
        var children: Children<String, [Int]> = ["a": [1]]
        #expect(children["b", default: [7]] == [7])
        #expect(children.count == 1)
        children["a", default: [7]].append(2)
        children["b", default: [7]].append(2)
        #expect(children == ["a": [1, 2], "b": [7, 2]])
    }

    @Test("A change that throws keeps the changes made before the error")
    func failedChange() {
        func change(_ state: inout Int?) throws(Refused) {
            state? += 1
            throw Refused()
        }
        var children: Children<String, Int> = ["a": 1, "b": 2]
        #expect(throws: Refused.self) { try change(&children["a"]) }
        #expect(throws: Refused.self) { try change(&children["c"]) }
        #expect(children == ["a": 2, "b": 2])
    }

    @Test("A state is released with the last collection that holds it")
    func release() {
        final class Object {}
        func clear(_ state: inout Object?) { state = nil }
        for way in 0..<4 {
            var children: Children<Int, Object> = [1: Object(), 2: Object()]
            weak let object = children[1]
            var copy: Children<Int, Object>? = children
            switch way {
            case 0: clear(&children[1])
            case 1: children[1] = nil
            case 2: children[1] = Object()
            default: children.removeAll()
            }
            #expect(object != nil && copy?.count == 2)
            copy = nil
            #expect(object == nil)

            weak let other = children[2]
            clear(&children[2])
            #expect(other == nil)
        }
    }

    @Test("Collections are equal when their keys, states and order are equal")
    func equality() {
        var children: Children<String, Int> = ["c": 0, "a": 1, "b": 3]
        children["c"] = nil
        children["b"] = 2
        let same: Children<String, Int> = ["a": 1, "b": 2]
        #expect(children == same && children.hashValue == same.hashValue && children.keys == same.keys)
        #expect(children != ["a": 1] && children != ["a": 1, "b": 3])
        let turned: Children<String, Int> = ["b": 2, "a": 1]
        #expect(children != turned && children.keys != turned.keys)
        var copy = children
        copy["a"] = 9
        #expect(copy != children && copy.keys == children.keys)
        copy["a"] = 1
        #expect(copy == children)
    }

    @Test("Filtered and mapped children keep their order, and a removal that throws removes nothing")
    func transformations() throws {
        let children: Children<String, Int> = ["a": 1, "b": 2, "c": 3]
        #expect(children.filter { $0.value != 2 } == ["a": 1, "c": 3])
        #expect(children.mapValues { "\($0)" } == ["a": "1", "b": "2", "c": "3"])
        #expect(throws: Refused.self) { try children.mapValues { state throws(Refused) in try refuse(state) } }
        var kept = children
        #expect(throws: Refused.self) { try kept.removeAll { try refuse($0.value) } }
        #expect(kept == children)
    }

    private struct Refused: Error {}

    private func refuse(_ state: Int) throws(Refused) -> Bool {
        if state == 3 { throw Refused() }
        return true
    }

    @Test("Children whose keys do not equal themselves are counted, copied, encoded and removed like others")
    func unequalKeys() throws {
        let old: Children<Double, Int> = [.nan: 1, 0: 2, .nan: 3]
        var children = old
        children[.nan] = nil
        children[7] = 4
        #expect(children.count == 4 && Membership.departed(from: old.membership, to: children.membership) == [])
        #expect(Array(children.filter { $0.value != 3 }.values) == [1, 2, 4])
        children.removeAll { $0.key.isNaN }
        #expect(children == [0: 2, 7: 4])
        #expect(Membership.departed(from: old.membership, to: children.membership).count == 2)
        children = try PropertyListDecoder().decode(Children<Double, Int>.self, from: PropertyListEncoder().encode(old))
        #expect(children != old && Array(children.values) == [1, 2, 3])
        children.removeAll { _ in true }
        #expect(children.isEmpty && children.membership.buckets.count == 0)
    }

    @Test("The description is that of a dictionary, in the order of the children")
    func descriptions() {
        let children: Children<String, Int> = ["b": 1, "a": 2]
        for text in ["\(children)", String(reflecting: children)] { #expect(text == #"["b": 1, "a": 2]"#) }
        #expect("\(Children<Int, Int>())" == "[:]")
        #expect("\(children.keys)" == #"["b", "a"]"#)
        let mirror = Mirror(reflecting: children)
        #expect(mirror.displayStyle == .dictionary)
        #expect(mirror.children.compactMap { ($0.value as? (key: String, value: Int))?.key } == ["b", "a"])
    }
}

@Suite("Coding of children")
struct ChildrenCodingTests {
    private func decode(_ text: String) throws -> Children<String, Int> {
        try JSONDecoder().decode(Children<String, Int>.self, from: Data(text.utf8))
    }

    @Test("Keys and states alternate in the encoding and are decoded unchanged")
    func roundTrip() throws {
        let children = Children(uniqueKeysWithValues: (0..<1000).map { ("\($0 * 7 % 1000)", $0) })
        #expect(try JSONDecoder().decode(Children<String, Int>.self, from: JSONEncoder().encode(children)) == children)
        let small: Children<String, Int> = ["b": 1, "a": 2]
        #expect(String(decoding: try JSONEncoder().encode(small), as: UTF8.self) == #"["b",1,"a",2]"#)
        #expect(try decode("[]").isEmpty)
    }

    @Test(
        "Decoding rejects repeated keys, missing states and other forms",
        arguments: [#"["a", 1, "a", 2]"#, #"["a", 1, "b"]"#, #"{"a": 1}"#, #"["a", "b"]"#])
    func malformed(_ text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    /// A key that may stop being equal to itself.
    private struct FickleKey: Hashable {
        let isFickle = Guarded(false)
        func hash(into hasher: inout Hasher) {}
        static func == (one: FickleKey, other: FickleKey) -> Bool {
            one.isFickle === other.isFickle && !one.isFickle.withLock { $0 }
        }
    }

    @Test("Setting nil in place removes the child, even if its key no longer equals itself")
    func fickleKey() {
        func leave(_ state: inout [Int]?, _ key: FickleKey) {
            state = nil
            key.isFickle.withLock { $0 = true }
        }
        let key = FickleKey()
        var children: Children<FickleKey, [Int]> = [key: [1], FickleKey(): [2]]
        leave(&children[key], key)
        #expect(children.count == 1 && Array(children.values) == [[2]])
    }

    @Test("The decoding error names the repeated key")
    func message() {
        let error = #expect(throws: DecodingError.self) { try decode(#"["a", 1, "b", 2, "a", 3]"#) }
        #expect(String(describing: error).contains("The key a at index 4"))
    }
}
