public import Foundation

extension LoadingList {
    /// The contents of a folder.
    public struct Listing: Equatable, Sendable {
        /// The folder, as typed by the user.
        public var folder: String

        /// Its entries, in the order of their names.
        public var entries: [Entry]

        /// Creates a listing.
        ///
        /// - Parameters:
        ///   - folder: The folder, as typed by the user.
        ///   - entries: Its entries, in the order of their names.
        public init(folder: String, entries: [Entry]) {
            self.folder = folder
            self.entries = entries
        }
    }

    /// One entry of a folder.
    public struct Entry: Equatable, Sendable {
        /// The kind of an entry.
        public enum Kind: Equatable, Sendable {
            /// A file with contents.
            case file
            /// A folder.
            case folder
            /// A link to something else.
            case link
            /// A device, a socket, or an entry of unknown kind.
            case other
        }

        /// The name within the folder.
        public var name: String

        /// Its name.
        public var kind: Kind

        /// The size of a file in bytes; `nil` for everything else.
        public var size: Int?

        /// The date of its last change, if known.
        public var modified: Date?

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - name: The name within the folder.
        ///   - kind: Its kind.
        ///   - size: The size of a file in bytes.
        ///   - modified: The date of its last change.
        public init(name: String, kind: Kind, size: Int? = nil, modified: Date? = nil) {
            self.name = name
            self.kind = kind
            self.size = size
            self.modified = modified
        }
    }

    /// The progress of reading a folder.
    public struct Progress: Equatable, Sendable {
        /// The number of entries read.
        public var completed: Int

        /// The total number of entries.
        public var total: Int

        /// Creates a progress.
        ///
        /// - Parameters:
        ///   - completed: The number of entries read.
        ///   - total: The total number of entries.
        public init(completed: Int, total: Int) {
            self.completed = completed
            self.total = total
        }
    }
}
