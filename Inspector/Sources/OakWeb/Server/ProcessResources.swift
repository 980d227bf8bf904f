import Foundation

/// The limit of open files and connections of this process.
public enum OpenFiles {
    /// Raises the limit to the maximum that the system permits: the default is low for a server.
    ///
    /// - Returns: The new limit.
    @discardableResult
    public static func allowAsManyAsPossible() -> Int {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return 0 }
        var wanted = limit
        wanted.rlim_cur = ceiling(limit.rlim_max)
        if setrlimit(kind, &wanted) == 0 { limit = wanted }
        return Int(clamping: limit.rlim_cur)
    }

    #if canImport(Glibc)
        private static let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
        private static let kind = RLIMIT_NOFILE
    #endif

    private static func ceiling(_ limit: rlim_t) -> rlim_t {
        #if canImport(Darwin)
            // Even an unlimited process has this limit.
            min(limit, rlim_t(OPEN_MAX))
        #else
            limit
        #endif
    }
}

/// Memory that this process holds without needing it.
enum FreeMemory {
    /// Returns it to the system.
    ///
    /// The allocator of most Linux systems keeps freed memory for later use: after a thousand sessions that is more
    /// than the rest of the server needs. Others do not.
    static func giveBack() {
        #if canImport(Glibc)
            // The module leaves out the header that declares `int malloc_trim(size_t)`, so it is looked up by its name:
            // the cast is to that type, which is part of the binary interface of this C library. A checked call would
            // need a target in C.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
            _ = trim(0)
        #endif
    }
}
