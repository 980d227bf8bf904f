import ArgumentParser
import BenchmarkSupport
import Foundation

/// Measures durable machines beside bare transactions and DBOS.
@main
struct DurableBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "durable-benchmark", abstract: "Measures durable machines beside bare transactions and DBOS.",
        subcommands: [
            Transitions.self, Workflows.self, Create.self, Wake.self, Ask.self, Crowd.self, Interrupt.self,
            Recover.self,
        ])
}

/// Measures transitions a second, in turn with what they are compared with.
struct Transitions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Transitions a second.")

    @OptionGroup var options: Options

    func run() async throws {
        print(Row.heading(for: "Transitions", columns: ["Load", "`synchronous`"]))
        for synchronous in Synchronous.allCases {
            for load in Load.allCases where options.includes(load.rawValue) {
                let speeds = try await options.medians { subject, place in
                    try await speed(of: subject, load, synchronous, in: place)
                }
                let row = Row(
                    load: [load.rawValue, synchronous.rawValue.uppercased()], speeds: speeds,
                    requiredShare: load.requiredShare)
                for line in row.lines { print(line) }
            }
        }
    }

    private func speed(
        of subject: Subject, _ load: Load, _ synchronous: Synchronous, in place: URL
    ) async throws -> Speed? {
        let file = place.appending(path: "store")
        switch subject {
        case .oak:
            let transitions = try await DurableTransitions(
                file: file, synchronous: synchronous, instances: load.instances)
            let speed = try await transitions.speed(of: load.count(synchronous))
            await transitions.close()
            return speed
        case .bare: return try await bareSpeed(.grdb, load, synchronous, file)
        case .bareAwaited: return try await bareSpeed(.awaited, load, synchronous, file)
        case .bareC: return try await bareSpeed(.c, load, synchronous, file)
        case .dbos, .dbosWAL:
            // SQLite's journal that DBOS leaves as it is knows no other setting that it would survive a crash with.
            guard subject == .dbosWAL || synchronous == .full else { return nil }
            return try options.dbos?.speed(
                load.steps, count: load.countOfSteps,
                on: .sqlite(place, subject == .dbos ? .delete : .wal, synchronous))
        case .dbosPostgres: return nil
        }
    }

    private func bareSpeed(
        _ interface: BareTransactions.Interface, _ load: Load, _ synchronous: Synchronous, _ file: URL
    ) async throws -> Speed {
        let bare = try await BareTransactions(file: file, synchronous: synchronous, instances: load.instances)
        return try await bare.speed(of: load.count(synchronous), inTransactionsOf: load.instances, interface)
    }
}

/// How many instances have events at the same time.
enum Load: String, CaseIterable {
    case alone = "one instance, one sender"
    case crowd = "1 000 instances, a sender each"

    var instances: Int { self == .alone ? 1 : 1000 }

    /// How fast Oak has to be compared with bare transactions.
    var requiredShare: Double { self == .alone ? 0.75 : 0.6 }

    var steps: StepsOfDBOS.Case { self == .alone ? .alone : .threads }

    var countOfSteps: Int { self == .alone ? 1000 : 3000 }

    func count(_ synchronous: Synchronous) -> Int {
        switch (self, synchronous) {
        case (.alone, .full): 3000
        case (.alone, .normal): 10_000
        case (.crowd, _): 50_000
        }
    }
}

/// The kinds of measurement.
enum Subject: String, CaseIterable {
    case oak = "Oak"
    case bare = "bare transactions, GRDB"
    case bareAwaited = "bare transactions, GRDB, awaited"
    case bareC = "bare transactions, C"
    case dbos = "DBOS, as it comes"
    case dbosWAL = "DBOS, write-ahead log"
    case dbosPostgres = "DBOS, PostgreSQL"
}
