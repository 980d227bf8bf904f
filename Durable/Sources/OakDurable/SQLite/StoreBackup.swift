#if SQLite
    import Foundation
    import GRDB

    extension SQLiteStore {
        /// Copies the store into a new file, also while a host changes it.
        ///
        /// The copy has everything that was committed up to one moment. It appears when it is complete; a file
        /// `PATH.partial` that remains after a crash can be removed. To go on with the copy in the place of the store,
        /// close the host, remove the store with its `-wal` and `-shm`, move the copy there, and open it with
        /// `acceptsOlder: true`.
        ///
        /// - Parameter path: The path of the copy, in a folder that exists.
        /// - Throws: ``DurableError/fileExists(_:)``; ``DurableError/storeFailed(_:)``, also if the store is neither
        ///   open nor one for ``reading(path:)``.
        /// - Complexity: O(*n*) for a file of *n* bytes. Transactions go on meanwhile.
        public func backup(to path: String) async throws {
            let source = try await source()
            try await DispatchQueue.global().perform { try source.backUp(to: path) }
        }

        /// Gives the room that removed instances have left back to the file system.
        ///
        /// - Throws: ``DurableError/storeFailed(_:)``, ``DurableError/storeIsReadOnly(_:)``.
        /// - Complexity: O(*n*) for a file of *n* bytes, which needs as much room again meanwhile. Transactions wait.
        public func vacuum() async throws {
            try await openFile().outsideTransactions { try $0.run("VACUUM") }
        }
    }

    extension StoreSource {
        /// Copies the store as it is at one moment.
        fileprivate func backUp(to path: String) throws {
            for file in [path, path + "-wal", path + "-journal"] where FileManager.default.fileExists(atPath: file) {
                throw DurableError.fileExists(file)
            }
            let partial = path + ".partial"
            do {
                try? FileManager.default.removeItem(atPath: partial)
                let copy = try DatabaseQueue(path: partial)
                try database.backup(to: copy)
                try copy.close()
                try FileManager.default.moveItem(atPath: partial, toPath: path)
            } catch {
                try? FileManager.default.removeItem(atPath: partial)
                throw DurableError(store: error)
            }
        }
    }
#endif
