package import OakDurable

extension DurableHost {
    /// All instances that a query finds, page by page.
    package func all(where query: InstanceQuery) async throws -> [InstanceSummary] {
        var query = query
        query.limit = 1000
        var found: [InstanceSummary] = []
        while true {
            let page = try await list(where: query)
            found += page
            guard page.count == query.limit, let last = page.last else { return found }
            query.after = last.key
        }
    }
}
