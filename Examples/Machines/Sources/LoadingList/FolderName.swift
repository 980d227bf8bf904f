extension LoadingList {
    /// The name of a folder for the user: its path, except for the current folder, whose path says little.
    public struct FolderName {
        private let path: String

        /// Creates the name of a folder.
        ///
        /// - Parameter path: Its path, as typed by the user.
        public init(_ path: String) { self.path = path }

        /// The name on its own.
        public var plain: String { isCurrent ? "the current folder" : path }

        /// The name within a sentence, in curved quotation marks, because paths may contain straight ones.
        public var quoted: String { isCurrent ? "the current folder" : "“\(path)”" }

        /// The name at the beginning of a line.
        public var heading: String { isCurrent ? "The current folder" : path }

        private var isCurrent: Bool { path == "." }
    }
}
