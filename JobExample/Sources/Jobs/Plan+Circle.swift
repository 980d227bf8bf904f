extension Plan {
    /// Jobs each of which waits for the next one, and the last for the first; `nil` if there are none.
    ///
    /// - Complexity: O(*n*), where *n* is the number of jobs and of what they wait for. The depth of the stack is the
    ///   same for any.
    var circle: [String]? {
        // Whoever is left when all that can be done is done waits for somebody who is left, too: following that closes
        // a circle.
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
