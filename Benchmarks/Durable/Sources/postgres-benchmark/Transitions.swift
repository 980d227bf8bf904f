#if Postgres
    import ArgumentParser
    import BenchmarkSupport
    import Foundation
    import OakDurable

    @testable import OakPostgres

    /// Measures durable transitions beside bare transactions through the same client.
    struct Transitions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Durable transitions beside bare transactions through the same client, and steps of DBOS.")

        @OptionGroup var options: DatabaseOption

        @Option(help: "How long each figure is measured, in seconds.")
        var seconds = 5.0

        @Option(parsing: .upToNextOption, help: "The numbers of senders, one after the other.")
        var senders = [1, 100, 1000]

        @Option(help: "How often the figures are measured, one after the other.")
        var rounds = 3

        @Option(help: "An interpreter of Python that has DBOS.")
        var python: String?

        @Option(help: "The program of DBOS.")
        var script = "Benchmarks/Durable/Elsewhere/dbos_steps.py"

        func run() async throws {
            let place = try await Place(options.database)
            let durable = try await DurableTransitions(place.settings, instances: 1000)
            let bare = try await BareTransactions(place.settings, instances: 1000)
            print("senders        bare/s     durable/s   ratio")
            for senders in senders {
                var (bareBest, durableBest) = (0.0, 0.0)
                for _ in 0..<rounds {
                    bareBest = max(bareBest, try await rate(of: senders, for: seconds) { try await bare.commit($0) })
                    durableBest = max(
                        durableBest, try await rate(of: senders, for: seconds) { try await durable.send(to: $0) })
                }
                print(
                    String(
                        format: "%7d %13.0f %13.0f %7.2f", senders, bareBest, durableBest, durableBest / bareBest))
                fflush(nil)
            }
            await durable.close()
            await bare.close()
            try await place.remove()
            guard let python else { return }
            let dbos = StepsOfDBOS(python: python, script: script)
            for (name, steps, count) in [
                ("events of one workflow", StepsOfDBOS.Case.events, 2000), ("steps of a thousand", .threads, 10_000),
            ] {
                let speed = try dbos.speed(steps, count: count, on: .postgres(options.database))
                print("DBOS, \(name): \(Int(speed.perSecond)) a second")
            }
        }
    }

    private struct DurableTransitions {
        let host: DurableHost

        init(_ settings: PostgresSettings, instances: Int) async throws {
            let host = DurableHost(store: PostgresStore(settings))
            self.host = host
            try await host.register(Counter.self)
            try await host.open()
            try await forEach(of: instances) { number in
                try await host.start(Counter.self, id: DurableID("\(number)"), initialState: .init())
            }
        }

        func send(to instance: Int) async throws { try await host.send(.add(1), to: DurableID<Counter>("\(instance)")) }

        func close() async { await host.close() }
    }
#endif
