import Foundation
import Workloads

/// The resident memory of one of many idle machines.
enum Memory {
    static let count = 100_000

    /// Measures in this process, which has to be fresh, because memory once used is reused.
    static func bytesPerInstance(of idle: Idle, count: Int = count) async throws -> Double {
        let before = residentBytes()
        var after = 0
        try await idle.stand(count: count) {
            // The last ones to begin may still be running.
            repeat {
                after = residentBytes()
                try? await Task.sleep(for: .milliseconds(100))
            } while after != residentBytes()
        }
        return Double(after - before) / Double(count)
    }

    /// Measures in a separate process.
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

    /// The peak resident memory of this process.
    static func peakBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1_024
    }

    static func rows() throws -> [Row] {
        let idles = [Idle.asyncStream, .handwrittenMailbox, .bareTask]
        let others = try idles.map { (name: $0.rawValue, bytes: try measuredApart($0)) }
        return try [(Idle.oak, limit: 1_700.0), (.withEffectsAndCallback, limit: 1_900)].flatMap { own, limit in
            try rows(of: own, limit: limit, beside: others)
        }
    }

    private static func rows(
        of own: Idle, limit: Double, beside others: [(name: String, bytes: Double?)]
    ) throws -> [Row] {
        guard let bytes = try measuredApart(own) else { return [] }
        let first = Row(
            name: own.rawValue, own: bytes, baseline: "", other: nil, requirement: .atMost(limit, unit: "bytes"))
        return [first]
            + others.map { other in
                Row(
                    name: own.rawValue, own: bytes, baseline: other.name, other: other.bytes, requirement: nil,
                    words: (less: "less", more: "as much"))
            }
    }
}
