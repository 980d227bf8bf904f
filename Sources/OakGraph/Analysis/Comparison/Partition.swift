/// States in disjoint classes that can be split at a cost below the size of the smaller parts.
// Valmari and Lehtinen, "Efficient minimization of DFAs with partial transition functions", STACS 2008.
struct Partition {
    /// The number of the class of each state.
    private(set) var blocks: [Int]
    /// The states of each class.
    private var members: [[Int]]
    /// The place of each state among the members of its class.
    private var positions: [Int]

    /// Creates a partition from the numbers of the classes, which have no gaps.
    init(_ blocks: [Int]) {
        self.blocks = blocks
        positions = blocks
        members = Array(repeating: [], count: blocks.max().map { $0 + 1 } ?? 0)
        for (state, block) in blocks.enumerated() {
            positions[state] = members[block].count
            members[block].append(state)
        }
    }

    /// Splits classes; the largest part of each keeps its number.
    ///
    /// - Parameter groups: Disjoint groups, each of states of one class; the states of a class that are in none are
    ///   another part of it.
    /// - Returns: The states whose class has another number now.
    /// - Complexity: O(*k*) for *k* states in all groups.
    mutating func split(into groups: [[Int]]) -> [Int] {
        var changed: [Int] = []
        for (block, indices) in groups.indices.grouped(by: { blocks[groups[$0][0]] }) {
            let rest = members[block].count - indices.reduce(0) { $0 + groups[$1].count }
            let largest = indices.max { groups[$0].count < groups[$1].count }
            let kept = largest.flatMap { groups[$0].count > rest ? $0 : nil }
            for index in indices where index != kept { changed += detach(groups[index], from: block) }
            if let kept, rest > 0 {
                let staying = Set(groups[kept])
                changed += detach(members[block].filter { !staying.contains($0) }, from: block)
            }
        }
        return changed
    }

    /// Makes a class of some members of another, and returns them.
    private mutating func detach(_ states: [Int], from block: Int) -> [Int] {
        for (index, state) in states.enumerated() {
            // The last member takes the place of the state.
            let last = members[block][members[block].count - 1]
            members[block][positions[state]] = last
            positions[last] = positions[state]
            members[block].removeLast()
            (blocks[state], positions[state]) = (members.count, index)
        }
        members.append(states)
        return states
    }
}

/// The first index of a range from which on a condition holds; the end of the range if there is none.
func firstIndex(in range: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}

/// Numbers values in the order in which they first occur.
struct Numbering<Value: Hashable> {
    private var numbers: [Value: Int] = [:]
    /// The values by number.
    private(set) var values: [Value] = []

    /// The number of a value; equal values have the same number.
    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }

    /// The number of a value that has one.
    subscript(value: Value) -> Int? { numbers[value] }
}

extension Sequence {
    /// The elements by a key, in the order in which the keys occur.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var numbers = Numbering<Key>()
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            let number = numbers.number(of: key)
            if number == groups.count { groups.append((key, [])) }
            groups[number].elements.append(element)
        }
        return groups
    }
}

/// Elements in the order of their buckets; elements of one bucket keep their order.
struct Buckets<Element> {
    let elements: [Element]
    /// Where each bucket begins, and the number of elements.
    let offsets: [Int]

    var ranges: [Range<Int>] { zip(offsets, offsets.dropFirst()).map { $0..<$1 } }

    /// Sorts elements into buckets.
    ///
    /// - Parameters:
    ///   - unsorted: The elements.
    ///   - count: The number of buckets.
    ///   - bucket: Returns the bucket of the element at an index.
    /// - Complexity: O(*n* + *b*) for *n* elements and *b* buckets.
    init(_ unsorted: [Element], count: Int, bucket: (Int) -> Int) {
        var offsets = Array(repeating: 0, count: count + 1)
        for index in unsorted.indices { offsets[bucket(index) + 1] += 1 }
        for number in 0..<count { offsets[number + 1] += offsets[number] }
        var (next, elements) = (offsets, unsorted)
        for index in unsorted.indices {
            elements[next[bucket(index)]] = unsorted[index]
            next[bucket(index)] += 1
        }
        (self.elements, self.offsets) = (elements, offsets)
    }

    subscript(bucket: Int) -> ArraySlice<Element> { elements[offsets[bucket]..<offsets[bucket + 1]] }
}

extension Sequence where Element: Hashable {
    /// The elements without those that equal an earlier one.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
