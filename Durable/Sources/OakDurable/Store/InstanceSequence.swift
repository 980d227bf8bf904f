/// The instances that a query finds, in the order in which they were created.
///
/// ``DurableHost/instances(where:)`` and ``DurableStore/instances(where:)`` make such sequences. Each iteration reads
/// for itself, as many instances at a time as ``InstanceQuery/limit`` says. An instance is as it was when its page was
/// read, and comes once at most.
public struct InstanceSequence: AsyncSequence, Sendable {
    /// A sequence has summaries.
    public typealias Element = InstanceSummary

    private var query: InstanceQuery
    let list: @Sendable (InstanceQuery) async throws -> [InstanceSummary]

    init(_ query: InstanceQuery, list: @escaping @Sendable (InstanceQuery) async throws -> [InstanceSummary]) {
        self.query = query
        self.query.limit = Swift.max(1, query.limit)
        self.list = list
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, list: list) }

    /// Reads one page after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var query: InstanceQuery
        let list: @Sendable (InstanceQuery) async throws -> [InstanceSummary]
        fileprivate var page: ArraySlice<InstanceSummary> = []
        fileprivate var isLast = false

        /// Returns the next instance.
        ///
        /// - Returns: The instance; `nil` after the last one.
        /// - Throws: The errors of the list. The next call reads the same page.
        public mutating func next() async throws -> InstanceSummary? {
            if page.isEmpty, !isLast {
                page = try await list(query)[...]
                query.after = page.last?.key ?? query.after
                isLast = page.count < query.limit
            }
            return page.popFirst()
        }
    }
}

extension DurableStore {
    /// Lists all instances that a query finds, a page at a time.
    ///
    /// - Parameter query: The instances, after the key that it names; its limit is the length of a page.
    public func instances(where query: InstanceQuery = InstanceQuery()) -> InstanceSequence {
        InstanceSequence(query) { try await list($0) }
    }
}
