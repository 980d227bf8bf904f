import Foundation
import Workloads

/// The table of costs per item in crowds.
enum Crowds {
    /// The stack size of each thread in bytes, equal to Apple's default for all threads but the main one.
    private static let stack: rlim_t = 512 * 1024

    /// Prints the rows of the cases whose names contain a text, up to a count.
    static func printTable(of name: String?, upTo limit: Int?) throws {
        let usual = limitStack(to: stack)
        defer { _ = limitStack(to: usual) }
        let counts = Crowd.counts.filter { $0 <= limit ?? .max }
        print(CrowdRow.head)
        for workload in Crowd.all where name.map({ $0.isEmpty || workload.name.contains($0) }) ?? true {
            print(try measuredApart(workload, counts).text)
            fflush(nil)
        }
    }

    /// Sets the stack size of processes started from now on.
    ///
    /// - Returns: The previous size.
    private static func limitStack(to size: rlim_t) -> rlim_t {
        let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
        var limits = rlimit()
        getrlimit(resource, &limits)
        let usual = limits.rlim_cur
        limits.rlim_cur = min(limits.rlim_max, size)
        setrlimit(resource, &limits)
        return usual
    }

    /// Measures in a separate process, which isolates the memory that a case leaves behind, and its crash.
    private static func measuredApart(_ workload: Workload, _ counts: [Int]) throws -> CrowdRow {
        var row = CrowdRow(name: workload.name, counts: counts)
        guard let path = Bundle.main.executablePath, let limit = counts.last else { return row }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["--crowd", workload.name, "\(limit)"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        row.samples = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap(CrowdSample.init)
        row.end =
            switch (process.terminationReason, process.terminationStatus) {
            case (.exit, 0): .regular
            case (.uncaughtSignal, SIGALRM): .late
            case (.exit, _), (.uncaughtSignal, _): .crash
            @unknown default: .crash
            }
        return row
    }
}
