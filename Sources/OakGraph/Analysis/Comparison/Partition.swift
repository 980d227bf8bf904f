/// States in disjoint classes that can be split at a cost below the size of the smaller parts.
///
/// The states of a class are neighbours in one array (Valmari and Lehtinen, "Efficient minimization of DFAs with
/// partial transition functions", STACS 2008).
struct Partition {
    /// The number of the class of each state.
    private(set) var blocks: [Int]
    private var elements: [Int]
    private var positions: [Int]
    private var ranges: [Range<Int>]

    /// Creates a partition from the numbers of the classes, which have no gaps.
    init(_ blocks: [Int]) {
        self.blocks = blocks
        var sizes = Array(repeating: 0, count: blocks.max().map { $0 + 1 } ?? 0)
        for block in blocks { sizes[block] += 1 }
        ranges = []
        for size in sizes {
            let start = ranges.last?.upperBound ?? 0
            ranges.append(start..<start + size)
        }
        elements = Array(repeating: 0, count: blocks.count)
        positions = elements
        var next = ranges.map(\.lowerBound)
        for (state, block) in blocks.enumerated() {
            elements[next[block]] = state
            positions[state] = next[block]
            next[block] += 1
        }
    }

    /// Splits classes; the largest part of each keeps its number.
    ///
    /// - Parameter groups: Disjoint groups, each of states of one class; the states of a class that are in none are
    ///   another part of it.
    /// - Returns: The states whose class has another number now.
    /// - Complexity: O(*k*) for *k* states in all groups.
    mutating func split(into groups: [[Int]]) -> [Int] {
        var numbers = Numbering<Int>()
        var groupsByBlock: [(block: Int, groups: [Int])] = []
        for (index, group) in groups.enumerated() {
            guard let block = group.first.map({ blocks[$0] }) else { continue }
            let number = numbers.number(of: block)
            if number == groupsByBlock.count { groupsByBlock.append((block, [])) }
            groupsByBlock[number].groups.append(index)
        }
        var changed: [Int] = []
        for (block, indices) in groupsByBlock {
            let rest = ranges[block].count - indices.reduce(0) { $0 + groups[$1].count }
            let largest = indices.max { groups[$0].count < groups[$1].count }
            let kept = largest.flatMap { groups[$0].count > rest ? $0 : nil }
            for index in indices where index != kept {
                moveToEnd(groups[index], of: block)
                detach(groups[index].count, of: block, changed: &changed)
            }
            if let kept, rest > 0 {
                moveToStart(groups[kept], of: block)
                detach(rest, of: block, changed: &changed)
            }
        }
        return changed
    }

    private mutating func moveToEnd(_ states: [Int], of block: Int) {
        for (offset, state) in states.enumerated() { place(state, at: ranges[block].upperBound - 1 - offset) }
    }

    private mutating func moveToStart(_ states: [Int], of block: Int) {
        for (offset, state) in states.enumerated() { place(state, at: ranges[block].lowerBound + offset) }
    }

    private mutating func place(_ state: Int, at position: Int) {
        let (other, free) = (elements[position], positions[state])
        (elements[position], elements[free]) = (state, other)
        (positions[state], positions[other]) = (position, free)
    }

    /// Makes a class of the last states of another.
    private mutating func detach(_ count: Int, of block: Int, changed: inout [Int]) {
        let (start, end) = (ranges[block].lowerBound, ranges[block].upperBound)
        for position in end - count..<end {
            blocks[elements[position]] = ranges.count
            changed.append(elements[position])
        }
        ranges.append(end - count..<end)
        ranges[block] = start..<end - count
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

    /// The number of a value; equal values have the same number.
    mutating func number(of value: Value) -> Int {
        let next = numbers.count
        let number = numbers[value, default: next]
        if number == next { numbers[value] = next }
        return number
    }
}
