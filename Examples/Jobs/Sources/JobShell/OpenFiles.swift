import Foundation

/// The limit of open files of this program, which limits the number of commands that run at the same time.
package enum OpenFiles {
    /// The number of files open while a command is started and while it runs, for its output, its process and more.
    private static let perCommand = 8
    /// The number of other open files.
    private static let others = 64

    /// Raises the limit for the files of commands, if the system permits it.
    ///
    /// - Parameter commands: The number of commands that should run at the same time.
    /// - Returns: The number of commands that can; at least one.
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
