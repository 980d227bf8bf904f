#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension LoadingList {
    /// What a folder contains.
    public struct Listing: Equatable, Sendable {
        /// The folder, as the user has named it.
        public var folder: String

        /// Its entries, in the order of their names.
        public var entries: [Entry]

        /// Creates a listing.
        ///
        /// - Parameters:
        ///   - folder: The folder, as the user has named it.
        ///   - entries: Its entries, in the order of their names.
        public init(folder: String, entries: [Entry]) {
            self.folder = folder
            self.entries = entries
        }
    }

    /// One entry of a folder.
    public struct Entry: Equatable, Sendable {
        /// What an entry is.
        public enum Kind: Equatable, Sendable {
            /// A file with contents.
            case file
            /// A folder.
            case folder
            /// A link to something else.
            case link
            /// A device, a socket, or an entry that says nothing about itself.
            case other
        }

        /// The name within the folder.
        public var name: String

        /// What it is.
        public var kind: Kind

        /// The size of a file in bytes; `nil` for everything else.
        public var size: Int?

        /// When it was changed last, if that is known.
        public var modified: Date?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - name: The name within the folder.
        ///   - kind: What it is.
        ///   - size: The size of a file in bytes.
        ///   - modified: When it was changed last.
        public init(name: String, kind: Kind, size: Int? = nil, modified: Date? = nil) {
            self.name = name
            self.kind = kind
            self.size = size
            self.modified = modified
        }
    }

    /// How far the reading of a folder has come.
    public struct Progress: Equatable, Sendable {
        /// How many entries have been read.
        public var completed: Int

        /// How many entries there are.
        public var total: Int

        /// Creates a progress.
        ///
        /// - Parameters:
        ///   - completed: How many entries have been read.
        ///   - total: How many entries there are.
        public init(completed: Int, total: Int) {
            self.completed = completed
            self.total = total
        }
    }
}
