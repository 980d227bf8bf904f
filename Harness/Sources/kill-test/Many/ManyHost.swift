#if Postgres
    import ArgumentParser
    import Foundation
    import OakDurable
    import OakPostgres

    /// A process with a share of the meters, until its standard input ends.
    struct ManyHost: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "many-host", shouldDisplay: false)

        @Option(help: "The connection string of the database.")
        var database: String

        @Option(help: "The file that has a line for each piece of work.")
        var work: String

        @Option(help: "The schema of the tables.")
        var schema: String

        @Option(help: "The length of leases, in seconds.")
        var lease: Double

        func run() async throws {
            let store = PostgresStore(PostgresSettings(database, schema: schema, leaseDuration: lease))
            var settings = DurableSettings()
            // No instance is at fault here.
            (settings.crashesAlone, settings.journalLength) = (.max, 3)
            settings.queues = [Meter.bench: DurableQueue(atOnce: 8)]
            let host = DurableHost(store: store, settings: settings) { occurrence in
                if occurrence.isProblem { Self.say("\(occurrence)") }
            }
            try await host.register(Meter.self, env: WorkFile(path: work))
            try await host.register(Book.self)
            try await host.register(Book.seconds())
            while true {
                do {
                    try await host.open()
                    break
                } catch let error as DurableError {
                    // The database restarts.
                    guard case .storeFailed = error else { throw error }
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
            Self.say("open")
            let isOpen = Task.detached {
                while await host.isOpen { try await Task.sleep(for: .milliseconds(100)) }
                Self.say("ended")
                Foundation.exit(4)
            }
            await Self.untilInputEnds()
            isOpen.cancel()
            await host.close()
        }

        private static func untilInputEnds() async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var byte: UInt8 = 0
                    while read(STDIN_FILENO, &byte, 1) > 0 {}
                    continuation.resume()
                }
            }
        }

        private static func say(_ text: String) {
            let line = text.replacingOccurrences(of: "\n", with: " ") + "\n"
            _ = line.utf8CString.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count - 1) }
        }
    }
#endif
