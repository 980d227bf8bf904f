extension Plan {
    /// Jobs of which each depends on the next one, and the last on the first; `nil` without such a circle.
    ///
    /// - Complexity: O(*n*), where *n* is the number of jobs and dependencies. The stack depth is constant.
    var circle: [String]? {
        // When all possible jobs are done, each remaining one depends on another remaining one: following these
        // dependencies closes a circle.
        var counts = dependencyCounts
        var doable = names.filter { counts[$0] == 0 }
        var next = 0
        while next < doable.count {
            let name = doable[next]
            next += 1
            counts[name] = nil
            for dependent in dependents[name] ?? [] {
                let count = (counts[dependent] ?? 0) - 1
                counts[dependent] = count
                if count == 0 { doable.append(dependent) }
            }
        }
        guard var name = names.first(where: { counts[$0] != nil }) else { return nil }
        var path: [String] = []
        var places: [String: Int] = [:]
        while places[name] == nil {
            places[name] = path.count
            path.append(name)
            guard let further = jobs[name]?.dependencies.first(where: { counts[$0] != nil }) else { return nil }
            name = further
        }
        return Array(path[(places[name] ?? 0)...])
    }
}
