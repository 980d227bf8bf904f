extension LoadingList {
    /// The reason why a folder cannot be listed.
    public enum DirectoryError: ExplainedError, Equatable {
        /// No entry has that name.
        case noSuchFolder(String)
        /// The entry with that name is not a folder.
        case notAFolder(String)
        /// The user has no permission to read the folder.
        case noPermission(String)
        /// Any other error, with its description as the second value.
        case unreadable(String, String)
        /// The path leads out of the root.
        case outsideRoot(String)
        /// No entry below the root has that name.
        case noSuchFolderInRoot(String)
        /// The entry with that name is a link, which might lead out of the root.
        case isLink(String)
        /// The root itself cannot be read.
        case rootUnreadable

        public var reason: String {
            switch self {
            case .noSuchFolder(let folder), .noSuchFolderInRoot(let folder): "There is no folder “\(folder)”."
            case .notAFolder(let path): "“\(path)” is not a folder."
            case .noPermission(let folder): "You are not allowed to read \(FolderName(folder).quoted)."
            case .unreadable(let folder, let reason): "Could not read \(FolderName(folder).quoted): \(reason)."
            case .outsideRoot(let path): "“\(path)” leads out of what can be listed here."
            case .isLink(let path): "“\(path)” is a link, and links are not followed here."
            case .rootUnreadable: "The folder that every path begins at cannot be read."
            }
        }

        public var advice: String {
            switch self {
            case .noSuchFolder(let folder) where folder.first == "\"" || folder.first == "'",
                .noSuchFolderInRoot(let folder) where folder.first == "\"" || folder.first == "'":
                "Leave the quotation marks out; a path with spaces needs none."
            case .noSuchFolder: "Check the spelling; a path without a leading “/” begins at the current folder."
            case .notAFolder: "Name the folder that it is in."
            case .noPermission: "Ask its owner for permission, or choose another folder."
            case .unreadable: "Try again, or choose another folder."
            case .outsideRoot:
                "Name a folder without a leading “/” or “..”; “.” lists the one that every path begins at."
            case .noSuchFolderInRoot: "Check the spelling; “.” lists the folder that every path begins at."
            case .isLink: "Name a folder that is reached without a link."
            case .rootUnreadable: "Ask whoever runs this to choose a folder that can be read."
            }
        }
    }
}
