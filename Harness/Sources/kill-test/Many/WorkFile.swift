#if Postgres
    import Foundation
    import OakDurable

    /// The work that was begun, a line for each beginning, which all processes write.
    struct WorkFile: Sendable {
        let path: String

        /// Notes that work begins, with its key.
        func note(_ work: Int) throws {
            guard let key = DurableActivity.current?.key else { throw NoKey() }
            let line = "\(key.instance.id) \(work) \(key)\n"
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
            guard file >= 0 else { throw SystemError("open \(path)") }
            defer { close(file) }
            // One call, which appends the line as a whole.
            guard line.utf8CString.withUnsafeBytes({ write(file, $0.baseAddress, $0.count - 1) }) > 0 else {
                throw SystemError("write to \(path)")
            }
        }

        /// The keys of each piece of work.
        func keys() throws -> [String: Set<String>] {
            var keys: [String: Set<String>] = [:]
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                guard words.count == 3 else { throw Finding("A line of work is torn: \(line)") }
                keys["\(words[0]) \(words[1])", default: []].insert(words[2])
            }
            return keys
        }
    }
#endif
