import Foundation

/// A server as the operating system sees it.
struct ServerProcess: Sendable {
    let id: Int

    /// The resources of a process at a moment.
    struct Use: Sendable {
        /// The memory in use, in KiB.
        let memory: Int
        let threads: Int
        let files: Int
        /// The processor time, in seconds.
        let processorTime: Double
    }

    /// The current resources.
    func use() throws -> Use {
        let status = try fields(of: read("status"))
        // Counted from behind the name, which may contain anything: the 14th and 15th field are the 12th and 13th from
        // there.
        let times = try read("stat").split(separator: ")").last?.split(separator: " ").dropFirst(11).prefix(2)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count
        guard let memory = status["VmRSS"], let threads = status["Threads"], let times else {
            throw LoadError.noProcess(id)
        }
        let ticks = times.compactMap { Double($0) }.reduce(0, +)
        return Use(
            memory: memory, threads: threads, files: files,
            processorTime: ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private func read(_ name: String) throws -> String {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/\(name)", encoding: .utf8) else {
            throw LoadError.noProcess(id)
        }
        return text
    }

    private func fields(of status: String) -> [String: Int] {
        var fields: [String: Int] = [:]
        for line in status.split(separator: "\n") {
            let parts = line.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" })
            if parts.count >= 2 { fields[String(parts[0])] = Int(parts[1]) }
        }
        return fields
    }
}
