#if canImport(Glibc)
    import Glibc
#endif

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
