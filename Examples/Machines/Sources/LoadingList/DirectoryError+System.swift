#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension LoadingList.DirectoryError {
    /// Explains an error of the operating system about a folder to the user.
    init(_ error: LoadingList.SystemError, at folder: String) {
        switch error.code {
        case ENOENT: self = .noSuchFolder(folder)
        case ENOTDIR: self = .notAFolder(folder)
        case EACCES, EPERM: self = .noPermission(folder)
        case let code: self = .unreadable(folder, String(cString: strerror(code)))
        }
    }
}
