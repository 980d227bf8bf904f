#if Postgres
    import Foundation
    import Oak
    import OakDurable

    @testable import OakPostgres

    /// A machine with an activity that a process may never finish.
    enum Sleeper: EffectTransducer, DurableTransducer {
        enum State: Codable, Sendable, Terminable {
            case asleep, awake

            var isTerminal: Bool { self == .awake }
        }
        enum Event: Codable, Sendable { case wake }

        typealias Env = @Sendable () async throws -> Void

        static let machineName = "sleeper"

        static func update(_ state: inout State, event: Event) -> Effect? {
            state = .awake
            return nil
        }

        static func activities(in state: State) -> [Effect] {
            state == .asleep ? [Effect(id: "sleep", { sleep in try await sleep() }, success: { _ in .wake })] : []
        }
    }

    /// Calls a function for each of so many numbers, a thousand at once.
    func forEach(of count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let width = min(1000, count)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<width {
                group.addTask { for number in stride(from: first, to: count, by: width) { try await body(number) } }
            }
            try await group.waitForAll()
        }
    }

    /// Transactions a second of so many senders, each of which awaits one before the next.
    func rate(
        of senders: Int, for seconds: Double, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> Double {
        let (start, duration) = (ContinuousClock.now, Duration.seconds(seconds))
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < duration {
                        try await body(sender)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let (whole, attoseconds) = (ContinuousClock.now - start).components
        return Double(count) / (Double(whole) + Double(attoseconds) / 1e18)
    }

    /// A schema of its own in a database, which is removed in the end.
    struct Place {
        let settings: PostgresSettings

        init(_ database: String, leaseDuration: TimeInterval = 10, shards: Int = 256) async throws {
            let schema = "oak_benchmark_\(ProcessInfo.processInfo.processIdentifier)_\(Int.random(in: 0..<1_000_000))"
            settings = PostgresSettings(database, schema: schema, leaseDuration: leaseDuration)
            try await PostgresStore.migrate(settings, shards: shards)
        }

        func remove() async throws {
            var settings = settings
            settings.statementTimeout = 600
            let connection = PostgresConnection(settings, name: "oak benchmark")
            try await connection.script("DROP SCHEMA \(settings.schema) CASCADE")
            await connection.close()
        }
    }
#endif
