#if SQLite
    import Foundation

    /// The write-ahead log beside a database, which SQLite takes for that of the database without a doubt.
    ///
    /// A backup that was copied over a database leaves the former log beside it, and SQLite would mix both. Each
    /// transaction of a store has a number, and the log begins when everything before it is in the database: so the
    /// number in the database alone is not behind that of the first transaction in the log.
    struct StoreLog {
        private let path: String

        /// - Parameter path: The path of the database.
        init(of path: String) { self.path = path }

        /// Whether the log can belong to the database.
        ///
        /// - Parameter transactions: The number of transactions, as the database and the log have it together.
        func isOwn(_ transactions: Int64) -> Bool {
            guard let commits = commits(), commits > 0,
                let before = UntouchedDatabase(path: path)?.number("SELECT transactions FROM lease")
            else { return true }
            return before >= transactions - commits
        }

        /// The number of transactions in the log, as the documentation of SQLite describes its format.
        private func commits() -> Int64? {
            guard let file = FileHandle(forReadingAtPath: path + "-wal") else { return nil }
            defer { try? file.close() }
            guard let header = read(file, at: 0, count: 32), 0x377f_0682...0x377f_0683 ~= header.number(at: 0)
            else { return nil }
            let pageSize = UInt64(header.number(at: 8))
            let salt = header[16..<24]
            var (position, count): (UInt64, Int64) = (32, 0)
            // The frames of an earlier round have other salts.
            while let frame = read(file, at: position, count: 24), frame[8..<16].elementsEqual(salt) {
                if frame.number(at: 4) != 0 { count += 1 }
                position += 24 + pageSize
            }
            return count
        }

        private func read(_ file: FileHandle, at position: UInt64, count: Int) -> [UInt8]? {
            guard (try? file.seek(toOffset: position)) != nil, let data = try? file.read(upToCount: count) else {
                return nil
            }
            return data.count == count ? Array(data) : nil
        }
    }
#endif
