#if SQLite
    import Foundation

    extension StoreConnection {
        func list(_ query: InstanceQuery) throws -> [InstanceSummary] {
            guard query.limit > 0, !query.statuses.isEmpty else { return [] }
            if query.machine == nil, query.statuses.count == InstanceStatus.allCases.count {
                return try part(of: query, machine: nil, status: nil)
            }
            // Each machine and status is a range of the index, in the order of the keys.
            let machines = try query.machine.map { [$0] } ?? machines()
            var result: [InstanceSummary] = []
            for machine in machines {
                for status in query.statuses {
                    result += try part(of: query, machine: machine, status: status)
                }
            }
            return Array(result.sorted { $0.key < $1.key }.prefix(query.limit))
        }

        private func part(
            of query: InstanceQuery, machine: String?, status: InstanceStatus?
        ) throws -> [InstanceSummary] {
            var arguments: [any StoreArgument] = []
            if let machine, let status { arguments += [machine.asName, status.rawValue] }
            arguments.append(query.after)
            if let versions = query.versions { arguments += [versions.lowerBound, versions.upperBound] }
            arguments.append(query.limit)
            let sql = StoreLists.list(ofMachine: machine != nil, ofVersions: query.versions != nil)
            return try rows(sql, arguments, read: \.summary)
        }

        /// The names of all machines, by steps in the index of names.
        private func machines() throws -> [String] { try rows(StoreLists.machines) { $0.text(0) } }
    }

    /// The queries of lists.
    enum StoreLists {
        static let machines = """
            WITH RECURSIVE machines (name) AS (
                SELECT min(machine) FROM instance
                UNION ALL SELECT (SELECT min(machine) FROM instance WHERE machine > machines.name)
                FROM machines WHERE machines.name IS NOT NULL)
            SELECT name FROM machines WHERE name IS NOT NULL
            """

        /// A list of all instances, or of those with a machine and a status, or with versions.
        static func list(ofMachine: Bool, ofVersions: Bool) -> String {
            let machine = ofMachine ? "machine = ? AND status = ? AND" : ""
            let versions = ofVersions ? "AND version BETWEEN ? AND ?" : ""
            return """
                SELECT \(StoreReads.summary) FROM instance
                WHERE \(machine) key > ? \(versions) ORDER BY key LIMIT ?
                """
        }
    }
#endif
