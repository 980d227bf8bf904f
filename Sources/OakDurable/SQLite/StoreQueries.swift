#if SQLite
    extension StoreConnection {
        func list(_ query: InstanceQuery) throws -> [InstanceSummary] {
            guard query.limit > 0, !query.statuses.isEmpty else { return [] }
            var result: [InstanceSummary] = []
            for range in try ranges(of: query) {
                result += try rows(range.list, range.arguments + [query.after, query.limit], read: \.summary)
            }
            result = Array(result.sorted { $0.key < $1.key }.prefix(query.limit))
            for index in result.indices { result[index].tags = try tags(of: result[index].key) }
            return result
        }

        func count(_ query: InstanceQuery) throws -> Int {
            guard !query.statuses.isEmpty else { return 0 }
            if query.tags.isEmpty, query.versions == nil {
                return try machines(of: query).reduce(0) { sum, machine in
                    let counts = try counts(of: machine)
                    return sum + query.statuses.reduce(0) { $0 + (counts[$1] ?? 0) }
                }
            }
            return try ranges(of: query).reduce(0) { sum, range in
                let isCovered = query.isOfAllStatuses && query.versions == nil
                let sql = range.count(in: isCovered ? range.index : range.instances)
                return sum + (try first(sql, range.arguments) { $0.int(0) } ?? 0)
            }
        }

        func counts(of machine: String) throws -> [InstanceStatus: Int] {
            let counts = try rows(StoreReads.counts, [machine.asName]) {
                ($0.status(0), $0.int(1))
            }
            return Dictionary(counts.filter { $0.1 > 0 }, uniquingKeysWith: +)
        }

        /// The ranges of indexes that hold the instances of a query, each in the order of the keys.
        private func ranges(of query: InstanceQuery) throws -> [InstanceRange] {
            if query.machine == nil, query.isOfAllStatuses, query.tags.isEmpty {
                return [InstanceRange("true", []).limited(to: query.versions)]
            }
            let machines = try machines(of: query)
            if !query.tags.isEmpty { return try machines.map { try range(of: query, of: $0) } }
            return machines.flatMap { machine in
                query.statuses.map { status in
                    InstanceRange("machine = ? AND status = ?", [machine.asName, status.rawValue])
                        .limited(to: query.versions)
                }
            }
        }

        /// The range of the index of tags that holds the instances of a machine.
        private func range(of query: InstanceQuery, of machine: String) throws -> InstanceRange {
            var tags = query.tags.sorted { $0.key < $1.key }.map { StoredTag(name: $0.key, value: $0.value) }
            if tags.count > 1 {
                // The rarest tag finds the others, so that a common one is not read as a whole.
                let sizes = try tags.map { tag in
                    let range = InstanceRange(tag, of: machine)
                    let sql = "SELECT 1 FROM \(range.index) WHERE \(range.condition) LIMIT 1000"
                    return try rows(sql, range.arguments) { _ in }.count
                }
                tags = zip(sizes, tags).sorted { $0.0 < $1.0 }.map(\.1)
            }
            var range = InstanceRange(tags[0], of: machine)
            for tag in tags.dropFirst() {
                range.condition += """
                     AND EXISTS (
                        SELECT 1 FROM tag AS other WHERE instance = tag.instance AND name = ? AND value = ?)
                    """
                range.arguments += [tag.name.asName, tag.value]
            }
            if !query.isOfAllStatuses {
                let places = query.statuses.map { _ in "?" }.joined(separator: ", ")
                range.condition += " AND status IN (\(places))"
                range.arguments += query.statuses.map(\.rawValue)
            }
            return range.limited(to: query.versions)
        }

        private func machines(of query: InstanceQuery) throws -> [String] {
            try query.machine.map { [$0] } ?? rows(StoreReads.machines) { $0.text(0) }
        }
    }

    extension InstanceQuery {
        fileprivate var isOfAllStatuses: Bool { statuses.count == InstanceStatus.allCases.count }
    }

    /// Rows of an index, in the order of the keys of their instances.
    struct InstanceRange {
        /// The table with the index.
        let index: String
        /// That table with the instances.
        let instances: String
        /// The column with the key of the instance.
        let key: String
        var condition: String
        var arguments: [any StoreArgument]

        /// A range of instances.
        init(_ condition: String, _ arguments: [any StoreArgument]) {
            (index, instances, key) = ("instance", "instance", "key")
            (self.condition, self.arguments) = (condition, arguments)
        }

        /// The instances of a machine with a tag.
        init(_ tag: StoredTag, of machine: String) {
            // The tag, and not the instance, comes first.
            index = "tag"
            instances = "tag CROSS JOIN instance ON instance.key = tag.instance"
            key = "tag.instance"
            condition = "tag.machine = ? AND tag.name = ? AND tag.value = ?"
            arguments = [machine.asName, tag.name.asName, tag.value]
        }

        /// The summaries after a key, in parts.
        var list: String {
            "SELECT \(StoreReads.summary) FROM \(instances) WHERE \(condition) AND \(key) > ? ORDER BY \(key) LIMIT ?"
        }

        func count(in tables: String) -> String { "SELECT count(*) FROM \(tables) WHERE \(condition)" }

        func limited(to versions: ClosedRange<Int>?) -> InstanceRange {
            guard let versions else { return self }
            var range = self
            range.condition += " AND version BETWEEN ? AND ?"
            range.arguments += [versions.lowerBound, versions.upperBound]
            return range
        }
    }
#endif
