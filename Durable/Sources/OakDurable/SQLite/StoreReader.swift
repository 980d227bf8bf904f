#if SQLite
    import Foundation
    import GRDB

    /// The file of a store, opened beside its owner.
    final class StoreReader: StoreSource {
        private let path: String
        private let queue: DatabaseQueue
        private let identity: FileIdentity?

        /// Opens a file, and changes nothing.
        ///
        /// - Throws: ``DurableError/notAStore(_:)``, ``DurableError/storeTooNew(schema:supported:)``,
        ///   ``DurableError/storeFailed(_:)``.
        init(path: String, schema: StoreSchema) throws {
            guard FileManager.default.fileExists(atPath: path) else {
                throw DurableError.notAStore("\(path) does not exist.")
            }
            self.path = path
            var configuration = Configuration()
            configuration.label = "OakDurable.SQLiteStore.reading"
            configuration.readonly = true
            configuration.foreignKeysEnabled = false
            configuration.busyMode = .timeout(5)
            do {
                queue = try DatabaseQueue(path: path, configuration: configuration)
                identity = FileIdentity(path: path)
                try queue.read { try Self.examine(StoreConnection($0), path, schema) }
            } catch let error as DatabaseError where error.isAboutContents {
                throw DurableError.notAStore("\(path): \(error.message ?? "no message")")
            } catch { throw DurableError(store: error) }
        }

        private static func examine(_ connection: StoreConnection, _ path: String, _ schema: StoreSchema) throws {
            guard try connection.number("PRAGMA application_id") == StoreSchema.applicationID else {
                throw DurableError.notAStore("\(path) is empty, or a database of another program.")
            }
            let version = try connection.number("PRAGMA user_version")
            guard version > 0 else { throw DurableError.notAStore("\(path) has tables of the version \(version).") }
            try schema.refuseNewer(version)
            guard version == schema.version else {
                throw DurableError.storeFailed(
                    "An earlier release wrote \(path). Open it with a host of this program once, which updates it.")
            }
        }

        var database: any DatabaseReader { queue }

        func check() throws {
            guard FileIdentity(path: path) == identity else {
                throw DurableError.storeFailed("\(path) was removed or replaced. Open it again.")
            }
        }
    }
#endif
