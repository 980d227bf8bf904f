import Foundation

/// How many files this program may have open, which limits how many commands can run at the same time.
package enum OpenFiles {
    /// How many are open while a command is started, and while it runs: its output, its process and more.
    private static let perCommand = 8
    /// How many are open besides.
    private static let others = 64

    /// Makes room for the files of commands, if the system lets it.
    ///
    /// - Parameter commands: How many commands are to run at the same time.
    /// - Returns: How many can; one at least.
    package static func makeRoom(for commands: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(fileLimit, &limit) == 0 else { return commands }
        let needed = rlim_t(commands * perCommand + others)
        if limit.rlim_cur >= needed { return commands }
        limit.rlim_cur = min(needed, limit.rlim_max)
        _ = setrlimit(fileLimit, &limit)
        guard getrlimit(fileLimit, &limit) == 0, limit.rlim_cur < needed else { return commands }
        return max(1, (Int(limit.rlim_cur) - others) / perCommand)
    }

    #if canImport(Glibc)
        private static var fileLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var fileLimit: Int32 { RLIMIT_NOFILE }
    #endif
}
