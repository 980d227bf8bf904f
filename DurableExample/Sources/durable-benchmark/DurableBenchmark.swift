import ArgumentParser
import Foundation

/// Measures durable machines beside bare transactions and DBOS.
@main
struct DurableBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "durable-benchmark", abstract: "Measures durable machines beside bare transactions and DBOS.",
        subcommands: [Transitions.self, Create.self, Wake.self, Interrupt.self, Recover.self])
}

/// Measures transitions a second, in turn with what they are compared with.
struct Transitions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Transitions a second.")

    @Option(help: "The folder for the stores, on the disk to measure.") var folder: String
    @Option(help: "The interpreter of an environment with DBOS.") var python: String?
    @Option(help: "The program that makes steps with DBOS.") var script = "DurableExample/Benchmark/dbos_steps.py"
    @Option(help: "How often each is measured; the median counts.") var rounds = 3
    @Option(help: "Measures only the subjects whose names contain a text.") var only = ""
    @Option(help: "Measures only the loads whose names contain a text.") var load = ""

    func run() async throws {
        print(Row.heading)
        for synchronous in Synchronous.allCases {
            for load in Load.allCases where self.load.isEmpty || load.rawValue.contains(self.load) {
                try await measure(load, synchronous)
            }
        }
    }

    private func measure(_ load: Load, _ synchronous: Synchronous) async throws {
        var samples: [Subject: [Speed]] = [:]
        let subjects = Subject.allCases.filter { subject in
            only.isEmpty || subject.rawValue.contains(only)
        }
        for _ in 0..<rounds {
            for subject in subjects {
                let place = URL(filePath: folder).appending(path: UUID().uuidString)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: place) }
                if let speed = try await speed(of: subject, load, synchronous, in: place) {
                    samples[subject, default: []].append(speed)
                }
            }
        }
        let medians = samples.compactMapValues { $0.sorted { $0.perSecond < $1.perSecond }[$0.count / 2] }
        for line in Row(load: load, synchronous: synchronous, speeds: medians).lines { print(line) }
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
            guard let python, subject == .dbosWAL || synchronous == .full else { return nil }
            return try StepsOfDBOS(python: python, script: script).speed(
                load.steps, subject == .dbos ? .delete : .wal, synchronous, count: load.countOfSteps, in: place)
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
}
