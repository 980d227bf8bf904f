import Foundation

/// The steps of DBOS's library for Python, in a process of its own.
struct StepsOfDBOS {
    /// The interpreter of an environment that has the library.
    let python: String
    /// The program that makes the steps.
    let script: String

    enum Case: String {
        /// One workflow.
        case alone
        /// A thousand workflows, each in a thread of its own.
        case threads
        /// One workflow that receives messages.
        case events
    }

    /// SQLite's setting of how a transaction is kept until it is complete.
    enum Journal: String {
        /// In a file that each transaction deletes; DBOS leaves it at that.
        case delete
        /// In one that is appended to, as Oak’s is.
        case wal
    }

    func speed(
        _ steps: Case, _ journal: Journal, _ synchronous: Synchronous, count: Int, in folder: URL
    ) throws -> Speed {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [
            script, steps.rawValue, journal.rawValue, synchronous.rawValue, "\(count)", folder.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Speed.self, from: data)
    }
}
