/// Values in the order of their keys.
struct MemoryStoreRows<Key: Comparable, Value> {
    private var rows: [(key: Key, value: Value)] = []

    var isEmpty: Bool { rows.isEmpty }
    var first: (key: Key, value: Value)? { rows.first }

    subscript(key: Key) -> Value? {
        get { rows[place(of: key)...].first.flatMap { $0.key == key ? $0.value : nil } }
        set {
            let place = place(of: key)
            let end = rows[place...].first?.key == key ? place + 1 : place
            rows.replaceSubrange(place..<end, with: newValue.map { [(key, $0)] } ?? [])
        }
    }

    /// The first values after a key that meet a condition.
    func values(
        after key: Key? = nil, limit: Int = .max, where condition: @escaping (Value) -> Bool = { _ in true }
    ) -> [Value] {
        let start = key.map { place(of: $0) } ?? 0
        return rows[start...].lazy.filter { $0.key != key && condition($0.value) }.prefix(max(0, limit)).map(\.value)
    }

    /// The place of the first row whose key is not less.
    private func place(of key: Key) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
