#if Postgres
    import ArgumentParser
    import BenchmarkSupport
    import Foundation
    import OakDurable
    import OakPostgres

    /// Measures how long another process needs for the activities of one that was killed.
    struct Recovery: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The time until another process has begun the activities of one that was killed.")

        @OptionGroup var options: DatabaseOption

        @Option(help: "The number of instances.")
        var instances = 10_000

        func run() async throws {
            let place = try await Place(options.database, leaseDuration: 3)
            let child = try Child([
                "worker", "--database", options.database, "--schema", place.settings.schema, "--sleepers",
                "\(instances)",
            ])
            _ = child.line()
            let (begun, count) = AsyncStream.makeStream(of: Void.self)
            let host = DurableHost(store: PostgresStore(place.settings))
            try await host.register(Counter.self)
            try await host.register(Sleeper.self, env: { count.yield() })
            let start = ContinuousClock.now
            child.kill()
            child.end()
            try await host.open()
            var left = instances
            var first: Duration?
            for await _ in begun {
                first = first ?? (ContinuousClock.now - start)
                left -= 1
                if left == 0 { break }
            }
            print(
                "The first of \(instances) activities begins \(first ?? .zero) after the kill, the last one",
                "\(ContinuousClock.now - start); a lease has 3 s.")
            await host.close()
            try await place.remove()
        }
    }
#endif
