extension LoadingList {
    /// Why a folder cannot be listed.
    public enum DirectoryError: ExplainedError, Equatable {
        /// There is nothing of that name.
        case noSuchFolder(String)
        /// There is something of that name, but not a folder.
        case notAFolder(String)
        /// The folder may not be read.
        case noPermission(String)
        /// Something else has happened; the second value says what.
        case unreadable(String, String)

        public var reason: String {
            switch self {
            case .noSuchFolder(let folder): "There is no folder “\(folder)”."
            case .notAFolder(let path): "“\(path)” is not a folder."
            case .noPermission(let folder): "You are not allowed to read \(FolderName(folder).quoted)."
            case .unreadable(let folder, let reason): "Could not read \(FolderName(folder).quoted): \(reason)."
            }
        }

        public var advice: String {
            switch self {
            case .noSuchFolder(let folder) where folder.first == "\"" || folder.first == "'":
                "Leave the quotation marks out; a path with spaces needs none."
            case .noSuchFolder: "Check the spelling; a path without a leading “/” begins at the current folder."
            case .notAFolder: "Name the folder that it is in."
            case .noPermission: "Ask its owner for permission, or choose another folder."
            case .unreadable: "Try again, or choose another folder."
            }
        }
    }
}
