#if DurableTool
    import ArgumentParser
    import Foundation
    import OakDurable

    /// The store of a command.
    struct StoreOptions<Tool: DurableCommand>: ParsableArguments {
        @Option(name: .shortAndLong, help: "The file of the store.", completion: .file())
        var store: String

        /// Reads beside a host that may be running.
        ///
        /// - Parameter body: Reads the file, or the instances in the store of the program.
        func read<Value>(_ body: (SQLiteStore, any DurableStore) async throws -> Value) async throws -> Value {
            try await reportingErrors {
                let file = SQLiteStore.reading(path: store)
                return try await body(file, Tool.store(in: file))
            }
        }

        /// Changes the store, which no host may have open.
        func change(_ body: (OwnedStore) async throws -> Void) async throws {
            try await reportingErrors {
                guard FileManager.default.fileExists(atPath: store) else {
                    throw DurableError.notAStore("\(store) does not exist.")
                }
                let file = SQLiteStore(path: store)
                guard let lease = try await file.claim(by: StoreOwner(), at: Date()).first else { return }
                let owned = OwnedStore(file: file, store: Tool.store(in: file), lease: lease)
                do {
                    try await body(owned)
                } catch {
                    try? await owned.giveUp()
                    throw error
                }
                try await owned.giveUp()
            }
        }

        /// Tells of an error on the standard error, and ends the command with the code for it.
        private func reportingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
            do {
                return try await body()
            } catch let error as DurableError {
                Terminal.note(error.localizedDescription)
                throw ExitCode(OperatorExit(error).rawValue)
            } catch let error as OperatorError {
                Terminal.note(error.description)
                throw ExitCode(OperatorExit(error).rawValue)
            }
        }
    }

    /// A store that a command owns, without a host that would begin activities.
    struct OwnedStore {
        let file: SQLiteStore
        let store: any DurableStore
        let lease: StoreLease

        /// Commits a change of an instance.
        func commit(_ change: StoreChange, to name: InstanceName, event: EventNumber = 0) async throws {
            let answers = try await store.commit([change], under: lease, at: Date())
            for answer in answers { try answer.requireSuccess(of: name, event) }
        }

        /// The summary of an instance, which needs no codec.
        func summary(_ name: InstanceName) async throws -> InstanceSummary {
            guard let found = try await store.summary(of: name) else { throw DurableError.unknownInstance(name) }
            return found
        }

        /// An instance that gets a new state or event.
        ///
        /// - Throws: ``OperatorError/encoded(_:)`` if the change would leave an instance with some payloads that a
        ///   codec has encoded, and some that it has not.
        func instance(_ name: InstanceName) async throws -> StoredInstance {
            guard let found = try await store.instance(name) else { throw DurableError.unknownInstance(name) }
            if JSONValue(json: found.state) == nil { throw OperatorError.encoded(name) }
            return found
        }

        func giveUp() async throws {
            // Otherwise, the next host would not learn that the one before has crashed.
            if lease.followsCrash { await file.close() } else { try await file.release([lease], at: Date()) }
        }
    }
#endif
