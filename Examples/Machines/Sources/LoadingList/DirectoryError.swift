import Foundation

extension LoadingList {
    /// The reason why a folder cannot be listed.
    public enum DirectoryError: Error, Equatable {
        /// No entry has that name.
        case noSuchFolder(String)
        /// The entry with that name is not a folder, or a link that is not followed.
        case notAFolder(String)
        /// The user has no permission to read the folder.
        case noPermission(String)
        /// Any other error, with its description as the second value.
        case unreadable(String, String)
        /// The path leads out of the root.
        case outsideRoot(String)

        /// Explains an error of the operating system about a folder.
        init(_ code: Int32, at folder: String) {
            switch code {
            case ENOENT: self = .noSuchFolder(folder)
            case ENOTDIR, ELOOP: self = .notAFolder(folder)
            case EACCES, EPERM: self = .noPermission(folder)
            case let code: self = .unreadable(folder, String(cString: strerror(code)))
            }
        }

        /// The cause, in one sentence.
        public var reason: String {
            switch self {
            case .noSuchFolder(let folder): "There is no folder “\(folder)”."
            case .notAFolder(let path): "“\(path)” is not a folder."
            case .noPermission(let folder): "You are not allowed to read \(FolderName(folder).quoted)."
            case .unreadable(let folder, let reason): "Could not read \(FolderName(folder).quoted): \(reason)."
            case .outsideRoot(let path): "“\(path)” leads out of what can be listed here."
            }
        }

        /// The remedy, in one sentence.
        public var advice: String {
            switch self {
            case .noSuchFolder: "Check the spelling; “.” lists the folder that a path begins at."
            case .notAFolder: "Name the folder that it is in."
            case .noPermission: "Ask its owner for permission, or choose another folder."
            case .unreadable: "Try again, or choose another folder."
            case .outsideRoot: "Name a folder without a leading “/” or “..”."
            }
        }
    }
}
