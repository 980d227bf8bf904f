#if Postgres
    import ArgumentParser
    import Foundation
    import OakDurable
    import OakPostgres

    /// Kills processes that share a database, freezes them, cuts their connections and crashes the database, while
    /// others send.
    struct ManyTest: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "many",
            abstract: "Kills processes that share a PostgreSQL, and proves that nothing is lost, doubled or stuck.")

        @Option(help: "The connection string of a database on this machine, as a URL.")
        var database: String

        @Option(help: "A command that restarts the database as after a crash.")
        var crash: String?

        @Option(help: "The schema of the tables, which must not exist.")
        var schema = "oak_kill_test_\(UInt32.random(in: 0 ... .max))"

        @Option(help: "How often a process is killed.")
        var kills = 300

        @Option(help: "How often the database crashes.")
        var crashes = 20

        @Option(help: "The number of processes.")
        var hosts = 4

        @Option(help: "The length of leases, in seconds.")
        var lease = 2.0

        @Option(help: "Decides when.")
        var seed: UInt64 = 1

        func run() async throws {
            signal(SIGPIPE, SIG_IGN)
            let settings = PostgresSettings(database, schema: schema, leaseDuration: lease)
            try await PostgresStore.migrate(settings, shards: 32)
            guard let url = URLComponents(string: database), let port = url.port else {
                throw ValidationError("--database has to be a URL with a port.")
            }
            let proxy = try CuttingProxy(to: port, seed: seed)
            var cut = url
            cut.port = proxy.port
            let work = WorkFile(path: FileManager.default.temporaryDirectory.path + "/oak-many-\(UUID()).txt")
            let traffic = ManyTraffic(settings, through: PostgresSettings(cut.string ?? database, schema: schema))
            try await traffic.begin()
            var crowd = ManyCrowd(
                databases: [database, cut.string ?? database], work: work.path, schema: schema, lease: lease,
                count: hosts, seed: seed)
            try crowd.begin()
            let start = Date()
            let every = crashes > 0 ? max(1, kills / crashes) : .max
            async let senders: Void = traffic.run()
            // Also after a mistake was found.
            defer { traffic.stop() }
            for _ in 0..<max(1, min(10, kills / 3)) {
                try await crowd.pause(lease + 3)
                try await crowd.killOne()
            }
            try await crowd.pause(lease + 3)
            traffic.noteHerd()
            for number in 1...max(1, kills) {
                try await crowd.disturb()
                if let crash, number % every == 0 {
                    traffic.noteCrash()
                    try await Self.shell(crash)
                    traffic.noteCrash()
                    crowd.crashes += 1
                }
                if number % 50 == 0 {
                    print("\(number) kills, \(Int(Date().timeIntervalSince(start))) s")
                    fflush(nil)
                }
            }
            try await crowd.calm()
            traffic.stop()
            await senders
            let sent = try await traffic.finish()
            try crowd.end()
            try check(work, sent)
            print(
                """
                \(crowd.kills) processes killed, \(crowd.freezes) frozen, \(crowd.crashes) crashes of the database, \
                \(proxy.cuts) connections cut, \(Int(Date().timeIntervalSince(start))) s
                \(sent.events) events acknowledged, \(sent.repetitions) sends repeated, \(sent.work) pieces of work
                The longest time until an event was processed: \(sent.longest) s after one death (lease: \(lease) s), \
                \(sent.longestInHerd) s in the herd of deaths
                Nothing is lost, doubled or stuck.
                """)
            try? FileManager.default.removeItem(atPath: work.path)
            // In the herd, the next owner may die as well, before it has done anything.
            if sent.longestInHerd > 2 * (lease + 2) {
                throw Finding("An event has waited for \(sent.longestInHerd) s in the herd.")
            }
            if sent.longest > lease + 2 { throw Finding("An event has waited for \(sent.longest) s.") }
        }

        private func check(_ file: WorkFile, _ sent: ManyTraffic.Sum) throws {
            let keys = try file.keys()
            guard keys.count == sent.work else {
                throw Finding("\(keys.count) pieces of work were begun instead of \(sent.work).")
            }
            if let (work, several) = keys.first(where: { $0.value.count != 1 }) {
                throw Finding("Work \(work) has the keys \(several).")
            }
            guard Set(keys.values.joined()).count == keys.count else {
                throw Finding("Two pieces of work share a key.")
            }
        }

        /// Carries out a command, whose child processes may go on.
        private static func shell(_ command: String) async throws {
            let status: CInt = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var process: pid_t = 0
                    let arguments: [String] = ["/bin/sh", "-c", command + " > /dev/null 2>&1"]
                    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
                    defer { for word in words { free(word) } }
                    var variables: [UnsafeMutablePointer<CChar>?] = [nil]
                    var status: CInt = -1
                    if posix_spawn(&process, "/bin/sh", nil, nil, &words, &variables) == 0 {
                        while waitpid(process, &status, 0) < 0, errno == EINTR {}
                    }
                    continuation.resume(returning: status)
                }
            }
            guard status == 0 else { throw Finding("The database does not restart.") }
        }
    }
#endif
