package import Foundation

/// A store that can tell who owns its shards, without a claim.
package protocol ShardRegister: DurableStore {
    /// The owners of all shards, in the order of these.
    ///
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func shardOwners() async throws -> [ShardOwner]
}

/// The owner of a shard, as its store knows it.
package struct ShardOwner: Hashable, Sendable {
    package let shard: StoreShard
    /// The owner; `nil` for a shard that was given up. One that has crashed is the owner until the next claim.
    package let owner: String?
    /// The number of the ownership.
    package let generation: Int
    /// The time of the last transaction or renewal.
    package let lastSeen: Date?

    package init(shard: StoreShard, owner: String?, generation: Int, lastSeen: Date?) {
        self.shard = shard
        self.owner = owner
        self.generation = generation
        self.lastSeen = lastSeen
    }
}

extension DurableStore {
    /// The owners of all shards; `nil` from a store that cannot tell.
    package func knownShardOwners() async throws -> [ShardOwner]? {
        try await (self as? any ShardRegister)?.shardOwners()
    }
}

extension MemoryStore: ShardRegister {
    package func shardOwners() async throws -> [ShardOwner] {
        ownership.map {
            ShardOwner(
                shard: $0.shard, owner: $0.lease?.owner.name, generation: $0.lease?.generation ?? 0,
                lastSeen: $0.lastSeen)
        }
    }
}

extension EncodedStore: ShardRegister {
    package func shardOwners() async throws -> [ShardOwner] {
        // A store of another kind owns itself as a whole.
        try await base.knownShardOwners() ?? [ShardOwner(shard: .first, owner: nil, generation: 0, lastSeen: nil)]
    }
}

#if SQLite
    extension SQLiteStore: ShardRegister {
        package func shardOwners() async throws -> [ShardOwner] {
            try await rows("SELECT shard, owner, generation, seen FROM lease ORDER BY shard", read: \.owner)
        }
    }
#endif
