/// Values in the order of their keys, in chunks of bounded size.
///
/// Insertion and removal move one chunk at most, so their cost grows with the number of chunks only.
struct MemoryStoreRows<Key: Comparable, Value> {
    private static var chunkSize: Int { 256 }

    /// Never contains an empty chunk.
    private var chunks: [[(key: Key, value: Value)]] = []

    var isEmpty: Bool { chunks.isEmpty }
    var first: (key: Key, value: Value)? { chunks.first?.first }

    /// - Complexity: O(log *n*) to read.
    subscript(key: Key) -> Value? {
        get {
            let chunk = chunkIndex(of: key)
            guard chunk < chunks.count else { return nil }
            let offset = offset(of: key, inChunk: chunk)
            return chunks[chunk][offset].key == key ? chunks[chunk][offset].value : nil
        }
        set {
            if let newValue { insert(newValue, for: key) } else { remove(key) }
        }
    }

    /// The first values after a key that meet a condition.
    ///
    /// - Complexity: O(log *n* + *m*), where *m* is the number of values visited.
    func values(after key: Key?, limit: Int, where condition: (Value) -> Bool = { _ in true }) -> [Value] {
        var result: [Value] = []
        guard limit > 0 else { return result }
        let start = key.map { chunkIndex(of: $0) } ?? 0
        for index in chunks.indices.dropFirst(start) {
            var first = 0
            if let key, index == start { first = offset(of: key, inChunk: index) }
            for row in chunks[index][first...] where row.key != key && condition(row.value) {
                result.append(row.value)
                if result.count == limit { return result }
            }
        }
        return result
    }

    private mutating func insert(_ value: Value, for key: Key) {
        let index = min(chunkIndex(of: key), max(0, chunks.count - 1))
        guard index < chunks.count else { return chunks.append([(key, value)]) }
        let offset = offset(of: key, inChunk: index)
        if offset < chunks[index].count, chunks[index][offset].key == key {
            chunks[index][offset].value = value
            return
        }
        chunks[index].insert((key, value), at: offset)
        if chunks[index].count > Self.chunkSize {
            let half = Array(chunks[index][(Self.chunkSize / 2)...])
            chunks[index].removeSubrange((Self.chunkSize / 2)...)
            chunks.insert(half, at: index + 1)
        }
    }

    private mutating func remove(_ key: Key) {
        let index = chunkIndex(of: key)
        guard index < chunks.count else { return }
        let offset = offset(of: key, inChunk: index)
        guard chunks[index][offset].key == key else { return }
        chunks[index].remove(at: offset)
        if chunks[index].isEmpty { chunks.remove(at: index) }
    }

    /// The first chunk whose last key is not below the key.
    private func chunkIndex(of key: Key) -> Int {
        chunks.firstIndex(behind: { chunk in chunk.last.map { $0.key < key } ?? false })
    }

    /// The first offset in a chunk whose key is not below the key.
    private func offset(of key: Key, inChunk chunk: Int) -> Int { chunks[chunk].firstIndex(behind: { $0.key < key }) }
}

extension Array {
    /// The first index behind the elements that precede, found by bisection.
    fileprivate func firstIndex(behind precedes: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
