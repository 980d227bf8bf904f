extension LoadingList {
    /// What a folder is called in what the user reads: its path, but for the current folder, whose path says little.
    package struct FolderName {
        let path: String

        package init(_ path: String) { self.path = path }

        /// The name where it stands alone.
        package var plain: String { isCurrent ? "the current folder" : path }

        /// The name in a sentence. Paths may hold quotation marks of the straight kind, so these are curved.
        package var quoted: String { isCurrent ? "the current folder" : "“\(path)”" }

        /// The name at the beginning of a line.
        package var heading: String { isCurrent ? "The current folder" : path }

        private var isCurrent: Bool { path == "." }
    }
}
