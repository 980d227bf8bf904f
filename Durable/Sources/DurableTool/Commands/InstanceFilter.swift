#if Tools && SQLite
    import ArgumentParser
    import OakDurable

    /// The instances that a command is about.
    struct InstanceFilter: ParsableArguments {
        @Option(help: "The name of the machine.")
        var machine: String?

        @Option(help: "A tag as NAME=VALUE; repeat it for more. A number is one unless it is in double quotes.")
        var tag: [String] = []

        @Option(help: "The oldest version of the machine.")
        var fromVersion: Int?

        @Option(help: "The newest version of the machine.")
        var toVersion: Int?

        func validate() throws {
            if let fromVersion, let toVersion, fromVersion > toVersion {
                throw ValidationError("--from-version is greater than --to-version.")
            }
            _ = try tags()
        }

        func query(of statuses: Set<InstanceStatus>) throws -> InstanceQuery {
            let versions = fromVersion == nil && toVersion == nil ? nil : (fromVersion ?? .min)...(toVersion ?? .max)
            return InstanceQuery(machine: machine, statuses: statuses, versions: versions, tags: try tags())
        }

        /// Whether it leaves anything out.
        var isGiven: Bool { machine != nil || !tag.isEmpty || fromVersion != nil || toVersion != nil }

        private func tags() throws -> [String: DurableTag] {
            var tags: [String: DurableTag] = [:]
            for text in tag {
                guard let tag = StoredTag(text: text) else {
                    throw ValidationError("\(text) is no tag. Write NAME=VALUE.")
                }
                tags[tag.name] = tag.value
            }
            return tags
        }
    }
#endif
