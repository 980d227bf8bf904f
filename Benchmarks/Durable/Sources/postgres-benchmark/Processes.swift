#if Postgres
    import ArgumentParser
    import BenchmarkSupport
    import Foundation
    import OakDurable

    @testable import OakPostgres

    /// Measures transitions of several processes that share the database.
    struct Processes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Durable transitions of 1, 2 and 4 processes, sent to their own instances and to those of others."
        )

        @OptionGroup var options: DatabaseOption

        @Option(help: "How long each figure is measured, in seconds.")
        var seconds = 5.0

        @Option(help: "The number of senders of all processes.")
        var senders = 1000

        func run() async throws {
            print("processes      own/s   others/s")
            for count in [1, 2, 4] {
                let place = try await Place(options.database, leaseDuration: 3)
                let own = try await total(of: count, at: place, toOthers: false)
                let others = count == 1 ? nil : try await total(of: count, at: place, toOthers: true)
                print(String(format: "%9d %10.0f %10@", count, own, others.map { "\(Int($0))" } ?? "-"))
                fflush(nil)
                try await place.remove()
            }
        }

        private func total(of count: Int, at place: Place, toOthers: Bool) async throws -> Double {
            let arguments = [
                "worker", "--database", options.database, "--schema", place.settings.schema, "--share",
                "\(256 / count)", "--senders", "\(senders / count)", "--seconds", "\(seconds)",
            ]
            let workers = try (0..<count).map { _ in try Child(arguments + (toOthers ? ["--to-others"] : [])) }
            for worker in workers { _ = worker.line() }
            for worker in workers { worker.say("go") }
            let rates = workers.map { Double($0.line()) ?? 0 }
            for worker in workers { worker.end() }
            return rates.reduce(0, +)
        }
    }

    /// A process of the others' measurements.
    struct Worker: AsyncParsableCommand {
        static let configuration = CommandConfiguration(shouldDisplay: false)

        @OptionGroup var options: DatabaseOption
        @Option var schema: String
        @Option var share = 256
        @Option var senders = 1000
        @Option var seconds = 5.0
        @Flag var toOthers = false
        @Option var sleepers = 0

        func run() async throws {
            let store = PostgresStore(PostgresSettings(options.database, schema: schema, leaseDuration: 3))
            let host = DurableHost(store: store)
            try await host.register(Counter.self)
            try await host.register(Sleeper.self, env: { try await Task.sleep(for: .seconds(100_000)) })
            try await host.open()
            if sleepers > 0 {
                try await forEach(of: sleepers) { number in
                    try await host.start(Sleeper.self, id: DurableID("\(number)"), initialState: .asleep)
                }
                tell("ready")
                _ = readLine()
                return
            }
            while store.shares.own.count != share { try await Task.sleep(for: .milliseconds(50)) }
            let ids = try await targets(in: store)
            try await forEach(of: ids.count) { number in
                try await host.start(Counter.self, id: ids[number], initialState: .init())
            }
            tell("ready")
            _ = readLine()
            let rate = try await rate(of: senders, for: seconds) { sender in
                try await host.send(.add(1), to: ids[sender])
            }
            tell("\(rate)")
            await host.close()
        }

        private func targets(in store: PostgresStore) async throws -> [DurableID<Counter>] {
            let own = store.shares.own
            var ids: [DurableID<Counter>] = []
            while ids.count < senders {
                let id = DurableID<Counter>(UUID().uuidString)
                if own.contains(store.shard(of: id.name)) != toOthers { ids.append(id) }
            }
            return ids
        }

        private func tell(_ line: String) {
            print(line)
            fflush(nil)
        }
    }

    /// A process of this program.
    final class Child {
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())

        init(_ arguments: [String]) throws {
            process.executableURL = Bundle.main.executableURL
            process.arguments = arguments
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        func line() -> String {
            var line = Data()
            while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8)
            {
                line += byte
            }
            return String(decoding: line, as: UTF8.self)
        }

        func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

        func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

        func end() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
#endif
