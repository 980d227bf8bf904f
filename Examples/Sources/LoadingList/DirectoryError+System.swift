#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension LoadingList.DirectoryError {
    /// Says in the user's terms what the operating system says about a folder.
    init(_ error: LoadingList.SystemError, at folder: String) {
        switch error.code {
        case ENOENT: self = .noSuchFolder(folder)
        case ENOTDIR: self = .notAFolder(folder)
        case EACCES, EPERM: self = .noPermission(folder)
        case let code: self = .unreadable(folder, String(cString: strerror(code)))
        }
    }
}
