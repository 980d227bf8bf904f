/// A first-in, first-out queue of values.
struct Queue<Value: Sendable>: Sendable {
    private var values: [Value?] = []
    private var first = 0

    /// Adds a value.
    ///
    /// - Complexity: O(1) on average.
    mutating func append(_ value: Value) { values.append(value) }

    /// Removes the oldest value.
    ///
    /// - Complexity: O(1) on average.
    mutating func popFirst() -> Value? {
        guard first < values.count else { return nil }
        defer {
            values[first] = nil
            first += 1
            if first > 32, first > values.count / 2 {
                values.removeFirst(first)
                first = 0
            }
        }
        return values[first]
    }
}
