#if Postgres
    public import Foundation
    import Oak
    public import OakDurable

    @_documentation(visibility: internal)
    extension PostgresStore {
        public func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
            let leases = try await renew([], of: owner, after: shares.add(owner.id), at: now)
            shares.start { [weak self] in
                while !Task.isCancelled, let store = self {
                    await store.lookForArrivals()
                    do { try await Task.sleep(nanoseconds: Self.pollInterval) } catch { return }
                }
            }
            return leases
        }

        public func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
            try await renew(leases, of: owner, after: [], at: now)
        }

        private func renew(
            _ leases: [StoreLease], of owner: StoreOwner, after formers: [UUID], at now: Date
        ) async throws -> [StoreLease] {
            let held = Dictionary(leases.map { ($0.shard.number, $0) }) { $1 }
            let statement = PostgresStatement(
                """
                SELECT number, generation, seen, follows_crash
                FROM renew_leases($1, $2, $3, $4, make_interval(secs => $5), $6)
                ORDER BY number
                """, .uuid(owner.id), .text(owner.name.filter { $0 != "\0" }), .text(name), .uuids(formers),
                .real(settings.leaseDuration), .time(now))
            let renewed = try await perform {
                try await watcher.run([statement]) { row in
                    let generation = row.int(1)
                    if let lease = held[row.int(0)], lease.generation == generation { return lease }
                    return StoreLease(
                        shard: StoreShard(row.int(0)), owner: owner, generation: generation,
                        lastSeen: row.optionalDate(2), followsCrash: row.bool(3))
                }
            }[0]
            shares.own = Set(renewed.map(\.shard))
            return renewed
        }

        public func claim(_ shard: StoreShard, by owner: StoreOwner, at now: Date) async throws -> StoreLease {
            let patience = ContinuousClock.now + .seconds(settings.leaseDuration + 2)
            let statement = PostgresStatement(
                "SELECT * FROM take_shard($1::integer, $2, $3, $4, make_interval(secs => $5), $6)",
                .integer(shard.number), .uuid(owner.id), .text(owner.name.filter { $0 != "\0" }), .text(name),
                .real(settings.leaseDuration), .time(now))
            while true {
                let found = try await perform {
                    try await watcher.run([statement]) {
                        (
                            generation: $0.optionalInt(0), owner: $0.optionalText(1), seen: $0.optionalDate(2),
                            followsCrash: $0.bool(3)
                        )
                    }
                }[0].first
                guard let found else { throw DurableError.storeFailed("The store has no shard \(shard.number).") }
                if let generation = found.generation {
                    shares.add(shard)
                    return StoreLease(
                        shard: shard, owner: owner, generation: generation, lastSeen: found.seen,
                        followsCrash: found.followsCrash)
                }
                guard ContinuousClock.now < patience else {
                    throw DurableError.ownershipLost(to: found.owner ?? "Another process")
                }
                try await Task.sleep(nanoseconds: Self.claimInterval)
            }
        }

        public func keep(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
            let kept = try await kept(leases, at: now)
            shares.own = Set(kept.map(\.shard))
            return kept
        }

        /// Renews leases that may have expired, if nobody has claimed them.
        private func kept(_ leases: [StoreLease], at now: Date) async throws -> [StoreLease] {
            guard let owner = leases.first?.owner else { return [] }
            let statement = PostgresStatement(
                "SELECT keep_leases($1, $2::bigint[]::integer[], $3, make_interval(secs => $4), $5)", .uuid(owner.id),
                .shards(leases.map(\.shard.number)), .integers(leases.map { Int64($0.generation) }),
                .real(settings.leaseDuration), .time(now))
            let numbers = try await perform { try await watcher.run([statement]) { $0.int(0) } }[0]
            return leases.filter { numbers.contains($0.shard.number) }
        }

        /// Carries out transactions under leases, and once more if these have merely expired.
        func renewing<Value: Sendable>(
            _ leases: [StoreLease], at now: Date, _ body: () async throws -> Value
        ) async throws -> Value {
            do {
                return try await body()
            } catch DurableError.ownershipLost(let other) {
                let kept = try await kept(leases, at: now)
                guard kept.count == leases.count else { throw DurableError.ownershipLost(to: other) }
                return try await body()
            }
        }

        public func release(_ leases: [StoreLease], at now: Date) async throws {
            let owner = leases.first?.owner.id ?? shares.owner
            shares.stop()
            guard let owner else { return }
            let statement = PostgresStatement(
                "SELECT release_leases($1, $2::bigint[]::integer[], $3, $4)", .uuid(owner),
                .shards(leases.map(\.shard.number)), .integers(leases.map { Int64($0.generation) }), .time(now))
            _ = try await perform { try await watcher.run([statement]) { _ in } }
        }

        // MARK: News from others

        public func latestArrival(in shard: StoreShard) -> Int { news.latest(in: shard) }

        public func awaitArrivals() -> AsyncStream<Void> { news.arrivals.values }

        public func awaitFreeShards() -> AsyncStream<Void> { news.freeShards.values }

        public func awaitFreePlaces() -> AsyncStream<Void> { news.freePlaces.values }

        /// The pause, in nanoseconds, after which an operator asks again for a shard.
        private static var claimInterval: UInt64 { 50_000_000 }

        /// The pause, in nanoseconds, after which a store finds what a lost notification has hidden.
        private static var pollInterval: UInt64 { 1_000_000_000 }

        private func lookForArrivals() async {
            let own = shares.own.map(\.number).sorted()
            if own.isEmpty { return }
            let statement = PostgresStatement(
                """
                SELECT own FROM unnest($1) AS own
                WHERE EXISTS (SELECT 1 FROM arrival WHERE arrival.shard = own)
                """, .shards(own))
            // The next transaction or renewal of the host tells of a failure.
            if let found = try? await watcher.rows(statement, read: { StoreShard($0.int(0)) }) { news.note(found) }
        }
    }

    /// The news of other processes.
    final class PostgresNews: Sendable {
        private let numbers = Protected<[StoreShard: Int]>([:])
        let arrivals = Signal()
        let freeShards = Signal()
        let freePlaces = Signal()

        /// A number that is greater each time when others have sent events to a shard.
        func latest(in shard: StoreShard) -> Int { numbers.withLock { $0[shard, default: 0] } }

        func note(_ shards: [StoreShard]) {
            if shards.isEmpty { return }
            numbers.withLock { for shard in Set(shards) { $0[shard, default: 0] += 1 } }
            arrivals.send()
        }
    }
#endif
