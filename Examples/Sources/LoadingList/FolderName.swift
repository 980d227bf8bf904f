extension LoadingList {
    /// What a folder is called in what the user reads: its path, but for the current folder, whose path says little.
    public struct FolderName {
        private let path: String

        /// Creates the name of a folder.
        ///
        /// - Parameter path: Its path, as the user has named it.
        public init(_ path: String) { self.path = path }

        /// The name where it stands alone.
        public var plain: String { isCurrent ? "the current folder" : path }

        /// The name in a sentence. Paths may hold quotation marks of the straight kind, so these are curved.
        public var quoted: String { isCurrent ? "the current folder" : "“\(path)”" }

        /// The name at the beginning of a line.
        public var heading: String { isCurrent ? "The current folder" : path }

        private var isCurrent: Bool { path == "." }
    }
}
