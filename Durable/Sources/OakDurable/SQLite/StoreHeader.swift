#if SQLite
    import Foundation

    /// The first bytes of a file and of its rollback journal.
    ///
    /// SQLite takes a cut file for an empty one, and undoes the transaction of a hot journal before it shows whose
    /// database it is. The header decides first, so that neither changes the file of another program.
    struct StoreHeader {
        private static let start = Array("SQLite format 3\0".utf8)
        private static let journalStart: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        /// The size of the smallest page.
        private static let leastSize = 512

        private let path: String
        private let size: Int64
        private let file: [UInt8]
        private let journal: [UInt8]

        init(path: String, size: Int64) {
            self.path = path
            self.size = size
            file = UntouchedDatabase(path: path)?.bytes(Self.leastSize) ?? []
            journal = Self.bytes(ofJournal: path + "-journal", 28)
        }

        /// Refuses a file that is no database, and a hot journal unless the database is a store or a new one.
        func examine(_ schema: StoreSchema) throws(DurableError) {
            if isBeingCreated { return }
            guard file.count == Self.leastSize, file.starts(with: Self.start) else {
                throw .notAStore("\(path) is no database, or was cut.")
            }
            guard journal.first ?? 0 != 0 else { return }
            let version = file.number(at: 60)
            guard file.number(at: 68) == UInt32(StoreSchema.applicationID), 1...UInt32(Int32.max) ~= version else {
                throw .notAStore("\(path) is a database of another program, which has left it unfinished.")
            }
            try schema.refuseNewer(Int64(version))
        }

        /// Whether a killed process was about to write the first page, still without any table.
        private var isBeingCreated: Bool {
            guard journal.count == 28, journal.starts(with: Self.journalStart),
                // The database had no page before, and has one page at most.
                journal.number(at: 16) == 0, size <= Int64(journal.number(at: 24))
            else { return false }
            if file.allSatisfy({ $0 == 0 }) { return true }
            guard file.prefix(16).elementsEqual(Self.start.prefix(file.count)) else { return false }
            // The version, the application and the number of tables.
            return [60..<64, 68..<72, 103..<105].allSatisfy { range in
                file.dropFirst(range.lowerBound).prefix(range.count).allSatisfy { $0 == 0 }
            }
        }

        // SQLite locks no journal.
        private static func bytes(ofJournal path: String, _ count: Int) -> [UInt8] {
            guard let file = FileHandle(forReadingAtPath: path) else { return [] }
            defer { try? file.close() }
            return (try? file.read(upToCount: count)).map { Array($0) } ?? []
        }
    }

    extension [UInt8] {
        /// The number in four bytes, of which the first counts most.
        func number(at offset: Int) -> UInt32 { self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    }
#endif
