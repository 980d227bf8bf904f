import OakTesting
import Testing

@testable import Oak

/// A collection of children beside a list with the same contents and with tokens that identify the children.
struct ChildrenModel<ID: Hashable & Sendable> {
    struct Entry: Equatable {
        let id: ID
        var state: Int
        /// The number of the child among all.
        var birth: Int
        /// The number of the latest write.
        var write: Int
    }

    private(set) var children = Children<ID, Int>()
    private(set) var entries: [Entry] = []
    /// The birth of the first child of the collection, which copies have in common.
    private var lineage = 0
    private var lastBirth = 0
    private var lastWrite = 0

    private mutating func write() -> Int {
        lastWrite += 1
        return lastWrite
    }

    /// Makes later births and writes differ from those of the copy's original.
    mutating func setApart() {
        lastBirth += 1_000_000
        lastWrite += 1_000_000
    }

    private func index(_ id: ID) -> Int? { entries.firstIndex { $0.id == id } }

    mutating func set(_ id: ID, to state: Int, _ way: Int) {
        let expected = index(id).map { entries[$0].state }
        if let index = index(id) {
            entries[index].state = state
            entries[index].write = write()
        } else {
            lastBirth += 1
            if lineage == 0 { lineage = lastBirth }
            entries.append(Entry(id: id, state: state, birth: lastBirth, write: write()))
        }
        switch way % 5 {
        case 0: children[id] = state
        case 1: #expect(children.updateValue(state, forKey: id) == expected)
        case 2: children[id, default: 0] = state
        case 3:
            func change(_ value: inout Int?) { value = state }
            change(&children[id])
        default:
            if children.update(id, { value, _, _ in value = state }) == nil { children[id] = state }
        }
    }

    mutating func remove(_ id: ID, _ way: Int) {
        let expected = index(id).map { entries.remove(at: $0).state }
        switch way % 3 {
        case 0: children[id] = nil
        case 1: #expect(children.removeValue(forKey: id) == expected)
        default:
            func change(_ value: inout Int?) { value = nil }
            change(&children[id])
        }
    }

    mutating func removeAll(where isOut: (Int) -> Bool, _ way: Int) {
        entries.removeAll { isOut($0.state) }
        switch way % 2 {
        case 0: children.removeAll { isOut($0.value) }
        default: children = children.filter { !isOut($0.value) }
        }
    }

    mutating func removeAll() {
        entries = []
        children.removeAll()
    }

    mutating func makeAnew() {
        children = Children(uniqueKeysWithValues: entries.map { ($0.id, $0.state) })
        lineage = 0
        for index in entries.indices {
            lastBirth += 1
            if lineage == 0 { lineage = lastBirth }
            entries[index].birth = lastBirth
            entries[index].write = write()
        }
    }

    mutating func mapValues(_ transform: (Int) -> Int) {
        children = children.mapValues(transform)
        for index in entries.indices {
            entries[index].state = transform(entries[index].state)
            entries[index].write = write()
        }
    }

    /// Makes a random change.
    mutating func change(by random: inout SeededGenerator, _ ids: [ID]) {
        let id = ids.randomElement(using: &random)
        let number = Int.random(in: 0..<1000, using: &random)
        guard let id else { return }
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<20: set(id, to: number, number)
        case 20..<36: remove(id, number)
        case 36: removeAll(where: { $0 % 4 == number % 4 }, number)
        case 37: makeAnew()
        case 38: mapValues { $0 + 1 }
        default: if number < 200 { removeAll() }
        }
    }

    /// Checks that every property and method of the collection agrees with the list.
    func check(_ ids: [ID], _ location: SourceLocation = #_sourceLocation) {
        #expect(children.count == entries.count, sourceLocation: location)
        #expect(children.isEmpty == entries.isEmpty, sourceLocation: location)
        #expect(Array(children.keys) == entries.map(\.id), sourceLocation: location)
        #expect(Array(children.values) == entries.map(\.state), sourceLocation: location)
        #expect(children.map(\.key) == entries.map(\.id), sourceLocation: location)
        #expect(children.keys.reversed() == entries.map(\.id).reversed(), sourceLocation: location)
        #expect(children.first?.key == entries.first?.id, sourceLocation: location)
        #expect(children.last?.value == entries.last?.state, sourceLocation: location)
        #expect(children.indices.map { children[$0].value } == entries.map(\.state), sourceLocation: location)
        let states = ids.map { id in index(id).map { entries[$0].state } }
        #expect(ids.map { children[$0] } == states, sourceLocation: location)
        #expect(ids.map(children.keys.contains) == states.map { $0 != nil }, sourceLocation: location)
    }

    /// The changes since an earlier time, which may be that of another line of copies, are as the list has them.
    func checkChanges(since old: ChildrenModel, _ location: SourceLocation = #_sourceLocation) {
        let departed = old.entries.filter { before in
            guard let index = index(before.id) else { return true }
            return lineage == old.lineage && entries[index].birth != before.birth
        }
        let found = Membership.departed(from: old.children.membership, to: children.membership)
        #expect(found == departed.map(\.id), sourceLocation: location)

        let writes = Dictionary(uniqueKeysWithValues: old.entries.map { ($0.id, $0.write) })
        let changed = entries.filter { writes[$0.id] != $0.write }
        var reported: [ID] = []
        var states: [Int] = []
        children.forEachChange(since: old.children) { id, state in
            reported.append(id)
            states.append(state)
        }
        #expect(reported == changed.map(\.id), sourceLocation: location)
        #expect(states == changed.map(\.state), sourceLocation: location)
        let isEqual = entries.map(\.id) == old.entries.map(\.id) && entries.map(\.state) == old.entries.map(\.state)
        #expect((children == old.children) == isEqual, sourceLocation: location)
    }
}
