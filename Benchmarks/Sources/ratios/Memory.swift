import Foundation
import Workloads

/// What one of many idle machines adds to the memory that is resident.
enum Memory {
    static let count = 100_000
    static let limitInBytes = 1_700.0

    /// Measures in this process, which has to be a fresh one: memory once used is used again.
    static func bytesPerInstance(of idle: Idle) async throws -> Double {
        let before = residentBytes()
        var after = 0
        try await idle.stand(count: count) {
            // The last to begin are not yet asleep.
            repeat {
                after = residentBytes()
                try? await Task.sleep(for: .milliseconds(100))
            } while after != residentBytes()
        }
        return Double(after - before) / Double(count)
    }

    /// Measures in a process of its own.
    static func measuredApart(_ idle: Idle) throws -> Double? {
        guard let path = Bundle.main.executablePath else { return nil }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["--memory", idle.rawValue]
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Double(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
    }

    static func rows() throws -> [Row] {
        guard let own = try measuredApart(.oak) else { return [] }
        let name = Idle.oak.rawValue
        let limit = Row(
            name: name, own: own, baseline: "", other: nil, requirement: .atMost(limitInBytes, unit: "bytes"))
        let others = try [Idle.asyncStream, .handwrittenMailbox, .bareTask].map { idle in
            Row(
                name: name, own: own, baseline: idle.rawValue, other: try measuredApart(idle), requirement: nil,
                words: (less: "less", more: "as much"))
        }
        return [limit] + others
    }
}
