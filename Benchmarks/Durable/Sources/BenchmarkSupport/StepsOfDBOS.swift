import ArgumentParser
package import Foundation

/// The steps and workflows of DBOS's library for Python, in a process of its own.
package struct StepsOfDBOS {
    /// The interpreter of an environment that has the library.
    package let python: String
    /// The program that makes the steps.
    package let script: String

    package init(python: String, script: String) {
        self.python = python
        self.script = script
    }

    package enum Case: String {
        /// One workflow.
        case alone
        /// A thousand workflows, each in a thread of its own.
        case threads
        /// One workflow that receives messages.
        case events
        /// Workflows of three steps, one after the other.
        case workflows
        /// The same in a hundred threads.
        case workflowThreads = "workflow-threads"
        /// The same in a hundred tasks of `asyncio`.
        case workflowTasks = "workflow-tasks"
    }

    /// The database that keeps the steps.
    package enum Database {
        /// A new file in a folder.
        case sqlite(URL, Journal, Synchronous)
        /// A new database on the server with a URL.
        case postgres(String)

        fileprivate var arguments: [String] {
            switch self {
            case .sqlite(let folder, let journal, let synchronous):
                [folder.path, journal.rawValue, synchronous.rawValue]
            case .postgres(let url): [url]
            }
        }
    }

    /// SQLite's setting of how a transaction is kept until it is complete.
    package enum Journal: String {
        /// In a file that each transaction deletes; DBOS leaves it at that.
        case delete
        /// In one that is appended to, as Oak’s is.
        case wal
    }

    package func speed(_ steps: Case, count: Int, on database: Database) throws -> Speed {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [script, steps.rawValue, "\(count)"] + database.arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // It has said why.
        guard process.terminationStatus == 0 else { throw ExitCode.failure }
        return try JSONDecoder().decode(Speed.self, from: data)
    }
}
