#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    #if canImport(Darwin)
        private static let kind = RLIMIT_NOFILE

        // Even an unlimited process has this limit.
        private static func ceiling(_ limit: rlim_t) -> rlim_t { min(limit, rlim_t(OPEN_MAX)) }
    #elseif canImport(Glibc)
        private static let kind = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))

        private static func ceiling(_ limit: rlim_t) -> rlim_t { limit }
    #else
        private static let kind = RLIMIT_NOFILE

        private static func ceiling(_ limit: rlim_t) -> rlim_t { limit }
    #endif
}
