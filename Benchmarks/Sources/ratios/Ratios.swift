import Foundation
import Workloads

/// Measures every case beside its baselines and prints the result as Markdown.
@main
struct Ratios {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("--memory", let name?):
            guard let idle = Idle(rawValue: name) else { exit(EXIT_FAILURE) }
            let count = arguments.dropFirst(2).first.flatMap { Int($0) }
            print(try await Memory.bytesPerInstance(of: idle, count: count ?? Memory.count))
            exit(EXIT_SUCCESS)  // Idle machines are not worth ending.
        case ("--crowd", let name?):
            let limit = arguments.dropFirst(2).first.flatMap { Int($0) } ?? .max
            guard let workload = Crowd.all.first(where: { $0.name == name }) else {
                exit(EXIT_FAILURE)
            }
            try await CrowdMeasurement.printed(workload, upTo: limit)
        case ("--crowds", let name):
            try Crowds.printTable(of: name, upTo: arguments.dropFirst(2).first.flatMap { Int($0) })
        case (let rounds?, let name):
            guard let rounds = Int(rounds), rounds > 0 else {
                print("usage: ratios [ROUNDS [CASE]] | --crowds [CASE [COUNT]]")
                exit(EXIT_FAILURE)
            }
            try await printTables(rounds: rounds, of: name)
        case (nil, _):
            try await printTables(rounds: 21, of: nil)
        }
    }

    /// Prints the cases whose names contain a text, or everything.
    private static func printTables(rounds: Int, of name: String?) async throws {
        print("Nanoseconds per event, from \(rounds) rounds.\n")
        print(Row.head)
        for comparison in Comparison.all where name.map(comparison.subject.name.contains) ?? true {
            for row in try await rows(of: comparison, rounds: rounds) { print(row.text) }
        }
        guard name == nil else { return }
        print("\nQueued events drained, by their number.\n")
        try await Scaling.measured(rounds: rounds).forEach { print($0) }
        print("\nNanoseconds for each of *n*, by how many there are.\n")
        try Crowds.printTable(of: nil, upTo: nil)
        print("\nBytes of resident memory for each of \(Memory.count) that wait, with its task.\n")
        print(Row.head)
        for row in try Memory.rows() { print(row.text) }
    }

    private static func rows(of comparison: Comparison, rounds: Int) async throws -> [Row] {
        let samples = try await Samples.interleaved(
            [comparison.subject] + comparison.baselines.map(\.workload), count: comparison.count, rounds: rounds)
        let own = samples[0].figure(comparison.statistic)
        let limit = comparison.limitInNanoseconds.map { limit in
            Row(
                name: comparison.subject.name, own: own, baseline: "", other: nil,
                requirement: .atMost(limit, unit: "ns"))
        }
        let others = zip(comparison.baselines, samples.dropFirst()).map { baseline, samples in
            Row(
                name: comparison.subject.name, own: own, baseline: baseline.workload.name,
                other: samples.figure(comparison.statistic),
                requirement: baseline.requirement.map(Row.Requirement.init))
        }
        return (limit.map { [$0] } ?? []) + others
    }
}

extension Row.Requirement {
    init(_ requirement: Comparison.Requirement) {
        self =
            switch requirement {
            case .timesFaster(let factor): .timesFaster(factor)
            case .timesAsLong(let factor): .timesAsLong(factor)
            case .nanosecondsMore(let limit, let levels): .nanosecondsMore(limit, levels: levels)
            }
    }
}
