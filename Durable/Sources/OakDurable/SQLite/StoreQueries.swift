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
                let sql = range.count(in: query.versions == nil ? range.index : range.instances)
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
            if query.machine == nil, query.statuses.count == InstanceStatus.allCases.count, query.tags.isEmpty {
                return [InstanceRange("true", []).limited(to: query.versions)]
            }
            return try machines(of: query).flatMap { machine in
                let tags = try tags(of: query, of: machine)
                return query.statuses.map { status in
                    InstanceRange(machine, status, tags).limited(to: query.versions)
                }
            }
        }

        /// The tags of a query, beginning with the rarest, which finds the others: a common one is not read as a whole.
        private func tags(of query: InstanceQuery, of machine: String) throws -> [StoredTag] {
            let tags = query.tags.sorted { $0.key < $1.key }.map { StoredTag(name: $0.key, value: $0.value) }
            guard tags.count > 1 else { return tags }
            var limit = 1000
            while true {
                let sizes = try tags.map { tag in
                    let arguments: [any StoreArgument] = [machine.asName, tag.name.asName, tag.value, limit]
                    return try rows(StoreReads.tagged, arguments) { _ in }.count
                }
                let size = sizes.min() ?? 0
                guard size == limit else {
                    let rarest = sizes.firstIndex(of: size) ?? 0
                    return [tags[rarest]] + tags[..<rarest] + tags[(rarest + 1)...]
                }
                limit *= 10
            }
        }

        private func machines(of query: InstanceQuery) throws -> [String] {
            try query.machine.map { [$0] } ?? rows(StoreReads.machines) { $0.text(0) }
        }
    }

    /// Rows of an index, in the order of the keys of their instances.
    struct InstanceRange {
        /// The table with the index.
        private(set) var index: String
        /// That table with the instances.
        private(set) var instances: String
        /// The column with the key of the instance.
        private(set) var key: String
        var condition: String
        var arguments: [any StoreArgument]

        /// A range of instances.
        init(_ condition: String, _ arguments: [any StoreArgument]) {
            (index, instances, key) = ("instance", "instance", "key")
            (self.condition, self.arguments) = (condition, arguments)
        }

        /// The instances of a machine with a status, and with tags.
        init(_ machine: String, _ status: InstanceStatus, _ tags: [StoredTag]) {
            guard let first = tags.first else {
                self = InstanceRange("machine = ? AND status = ?", [machine.asName, status.rawValue])
                return
            }
            self = InstanceRange(
                "tag.machine = ? AND tag.name = ? AND tag.value = ? AND tag.status = ?",
                [machine.asName, first.name.asName, first.value, status.rawValue])
            // The tag, and not the instance, comes first.
            (index, instances, key) = ("tag", "tag CROSS JOIN instance ON instance.key = tag.instance", "tag.instance")
            if tags.count == 1 { return }
            // One condition for all others, however many they are.
            let others = tags.dropFirst()
            condition += """
                 AND (SELECT count(*) FROM tag AS other WHERE other.instance = tag.instance
                    AND (other.name, other.value) IN (VALUES \(others.map { _ in "(?, ?)" }.joined(separator: ", "))))
                    = \(others.count)
                """
            for tag in others { arguments += [tag.name.asName, tag.value] }
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
