#if canImport(Glibc)
    import Glibc
#endif

/// Memory that this process has and does not need.
enum FreeMemory {
    /// Gives it back to the system.
    ///
    /// The allocator of most Linux systems keeps what was freed, for the next time: after a thousand sessions more than
    /// everything else that the server needs. Others do not.
    static func giveBack() {
        #if canImport(Glibc)
            // Its header is not a part of the module. The cast is to the type that it declares there.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
            _ = trim(0)
        #endif
    }
}
