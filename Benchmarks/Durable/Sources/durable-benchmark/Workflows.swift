import ArgumentParser
import BenchmarkSupport
import Foundation

/// Measures workflows of three steps a second, in turn with DBOS on SQLite and on PostgreSQL.
struct Workflows: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Workflows of three steps a second.")

    @OptionGroup var options: Options
    @Option(help: "The URL of a server of PostgreSQL whose role may create databases; DBOS is measured on it as well.")
    var postgres: String?

    func run() async throws {
        print(Row.heading(for: "Workflows", columns: ["Load"]))
        for load in WorkflowLoad.allCases where options.includes(load.rawValue) {
            let speeds = try await options.medians { subject, place in try await speed(of: subject, load, in: place) }
            for line in Row(load: [load.rawValue], speeds: speeds).lines { print(line) }
        }
        if postgres == nil { print("\nDBOS on PostgreSQL is left out, because there is no --postgres URL.") }
    }

    private func speed(of subject: Subject, _ load: WorkflowLoad, in place: URL) async throws -> Speed? {
        switch subject {
        case .oak:
            let workflows = try await DurableWorkflows(file: place.appending(path: "store"))
            let speed = try await workflows.speed(of: load.count, atOnce: load.crowd)
            await workflows.close()
            return speed
        case .bare, .bareAwaited, .bareC: return nil
        case .dbos: return try speedOfDBOS(load, on: .sqlite(place, .delete, .full))
        case .dbosWAL: return try speedOfDBOS(load, on: .sqlite(place, .wal, .full))
        case .dbosPostgres: return try postgres.flatMap { try speedOfDBOS(load, on: .postgres($0)) }
        }
    }

    private func speedOfDBOS(_ load: WorkflowLoad, on database: StepsOfDBOS.Database) throws -> Speed? {
        try options.dbos.flatMap { dbos in
            try load.steps.map { try dbos.speed($0, count: load.countOfDBOS, on: database) }
                .max { $0.perSecond < $1.perSecond }
        }
    }
}

/// How many workflows there are at the same time.
private enum WorkflowLoad: String, CaseIterable {
    case alone = "workflows of three steps, one at a time"
    case crowd = "workflows of three steps, 100 at once"

    var crowd: Int { self == .alone ? 1 : 100 }

    var count: Int { self == .alone ? 1000 : 10_000 }

    /// The ways in which DBOS can do it, of which the fastest counts.
    var steps: [StepsOfDBOS.Case] { self == .alone ? [.workflows] : [.workflowThreads, .workflowTasks] }

    var countOfDBOS: Int { self == .alone ? 300 : 500 }
}
