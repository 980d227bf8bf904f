/// A priority queue of numbered values: removes the least value, or any value by its number.
///
/// A binary heap with an index from numbers to places. Among equal values, the lowest number comes first.
struct Heap<Priority: Comparable, Value> {
    struct Entry {
        let priority: Priority
        let number: Int
        let value: Value

        fileprivate func precedes(_ other: Entry) -> Bool {
            (priority, number) < (other.priority, other.number)
        }
    }

    private var entries: [Entry] = []
    /// The place of each number among the entries.
    private var places: [Int: Int] = [:]

    var count: Int { entries.count }

    var least: Entry? { entries.first }

    /// All entries, the least first.
    ///
    /// - Complexity: O(*n* log *n*).
    var sorted: [Entry] { entries.sorted { $0.precedes($1) } }

    /// Adds a value.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(_ value: Value, priority: Priority, number: Int) {
        entries.append(Entry(priority: priority, number: number, value: value))
        rise(from: entries.count - 1)
    }

    /// Removes and returns the value of a number, if present.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ number: Int) -> Value? {
        guard let place = places.removeValue(forKey: number) else { return nil }
        let removed = entries[place]
        let last = entries.removeLast()
        if place < entries.count {
            put(last, at: place)
            rise(from: place)
            sink(from: place)
        }
        return removed.value
    }

    /// Removes and returns all values up to a priority, the least first.
    ///
    /// - Complexity: O(*k* log *n*), where *k* is the number of removed values.
    mutating func removeAll(upTo bound: Priority) -> [Value] {
        var removed: [Value] = []
        while let least, least.priority <= bound, let value = remove(least.number) { removed.append(value) }
        return removed
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        entries[place] = entry
        places[entry.number] = place
    }

    private mutating func rise(from start: Int) {
        let entry = entries[start]
        var place = start
        while place > 0, entry.precedes(entries[(place - 1) / 2]) {
            put(entries[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(entry, at: place)
    }

    private mutating func sink(from start: Int) {
        let entry = entries[start]
        var place = start
        while 2 * place + 1 < entries.count {
            var child = 2 * place + 1
            if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) { child += 1 }
            guard entries[child].precedes(entry) else { break }
            put(entries[child], at: place)
            place = child
        }
        put(entry, at: place)
    }
}
