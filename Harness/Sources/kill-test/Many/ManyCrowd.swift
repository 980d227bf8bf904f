#if Postgres
    import Foundation

    /// The processes that share a database, and what happens to them.
    struct ManyCrowd {
        let databases: [String]
        let work: String
        let schema: String
        let lease: Double
        var kills = 0
        var freezes = 0
        var crashes = 0
        private var children: [Child] = []
        private let count: Int
        private var random: SeededRandom
        private var frozen: (index: Int, until: Date)?

        init(databases: [String], work: String, schema: String, lease: Double, count: Int, seed: UInt64) {
            self.databases = databases
            self.work = work
            self.schema = schema
            self.lease = lease
            self.count = count
            random = SeededRandom(seed: seed)
        }

        mutating func begin() throws { children = try (0..<count).map(spawn) }

        private func spawn(_ index: Int) throws -> Child {
            try Child([
                "many-host", "--database", databases[index % databases.count], "--work", work, "--schema", schema,
                "--lease",
                "\(lease)",
            ])
        }

        /// Kills a process after a while, and starts another one; now and then, freezes one beyond its lease.
        mutating func disturb() async throws {
            try await pause(.random(in: 0.1...1, using: &random))
            if frozen == nil, Int.random(in: 0..<8, using: &random) == 0 {
                let index = Int.random(in: 0..<count, using: &random)
                children[index].signal(SIGSTOP)
                frozen = (index, Date().addingTimeInterval(lease + .random(in: 0.1...2, using: &random)))
                freezes += 1
            }
            try await killOne()
        }

        /// Kills a process, and starts another one.
        mutating func killOne() async throws {
            let index = Int.random(in: 0..<count, using: &random)
            if index == frozen?.index { return }
            try listen()
            children[index].signal(SIGKILL)
            _ = children[index].end()
            kills += 1
            if Bool.random(using: &random) { try await pause(.random(in: 0...1, using: &random)) }
            children[index] = try spawn(index)
        }

        /// Lets all processes run.
        mutating func calm() async throws {
            while frozen != nil { try await pause(0.1) }
            try listen()
        }

        mutating func end() throws {
            for child in children { child.closeInput() }
            for child in children {
                while !child.hasClosedOutput { try check(child.exchange(milliseconds: 100)) }
                guard case .exited(0) = child.end().0 else { throw Finding("A process has not ended well.") }
            }
        }

        mutating func pause(_ seconds: Double) async throws {
            let end = Date().addingTimeInterval(seconds)
            while Date() < end {
                try listen()
                try await Task.sleep(for: .milliseconds(20))
                if let (index, until) = frozen, Date() > until {
                    children[index].signal(SIGCONT)
                    frozen = nil
                }
            }
        }

        private func listen() throws { for child in children { try check(child.exchange(milliseconds: 0)) } }

        private func check(_ lines: [[UInt8]]) throws {
            for line in lines.map({ String(decoding: $0, as: UTF8.self) }) {
                if ProcessInfo.processInfo.environment["OAK_VERBOSE"] != nil { print(line.prefix(300)) }
                if line == "ended" { throw Finding("A process has given up.") }
            }
        }
    }
#endif
