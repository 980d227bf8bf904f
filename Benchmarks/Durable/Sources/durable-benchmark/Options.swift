import ArgumentParser
import BenchmarkSupport
import Foundation

/// The subjects of a measurement, the number of rounds, and the folder.
struct Options: ParsableArguments {
    @Option(help: "The folder for the stores, on the disk to measure.") var folder: String
    @Option(help: "The interpreter of an environment with DBOS.") var python: String?
    @Option(help: "The program that makes steps with DBOS.") var script = "Benchmarks/Durable/Elsewhere/dbos_steps.py"
    @Option(help: "How often each is measured; the median counts.") var rounds = 3
    @Option(help: "Measures only the subjects whose names contain a text.") var only = ""
    @Option(help: "Measures only the loads whose names contain a text.") var load = ""

    var dbos: StepsOfDBOS? { python.map { StepsOfDBOS(python: $0, script: script) } }

    func includes(_ load: String) -> Bool { self.load.isEmpty || load.contains(self.load) }

    /// Measures the subjects in turn.
    ///
    /// - Parameter speed: Measures a subject in an empty folder; `nil` if there is nothing to measure.
    /// - Returns: The median of each.
    func medians(_ speed: (Subject, URL) async throws -> Speed?) async throws -> [Subject: Speed] {
        var samples: [Subject: [Speed]] = [:]
        let subjects = Subject.allCases.filter { subject in
            only.isEmpty || subject.rawValue.contains(only)
        }
        for _ in 0..<rounds {
            for subject in subjects {
                let place = URL(filePath: folder).appending(path: UUID().uuidString)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: place) }
                if let speed = try await speed(subject, place) { samples[subject, default: []].append(speed) }
            }
        }
        return samples.compactMapValues { $0.sorted { $0.perSecond < $1.perSecond }[$0.count / 2] }
    }
}
