import Foundation
import OakDurable

/// How a host and its store stand.
struct Overview: Hashable, Sendable {
    /// How the host stands, in words; of a store without a host, who owns it.
    var condition = ""
    /// The reason why parts are missing.
    var trouble: String?
    var figures: [Figure] = []
    var machines: [Machine] = []
    var owners: [Owner] = []
    var deadlines: [Deadline] = []
    var late = Bounded(0)
    var activities: [Activity] = []
    var queues: [Queue] = []

    /// A number that says how much there is to do.
    struct Figure: Hashable, Sendable {
        let title: String
        let count: Bounded
    }

    /// A number that is not counted beyond a limit.
    struct Bounded: Hashable, Sendable {
        let count: Int
        let isMore: Bool

        init(_ count: Int, limit: Int = .max) {
            self.count = min(count, limit)
            isMore = count > limit
        }

        var text: String { isMore ? "more than \(count)" : "\(count)" }
    }

    /// The instances of a machine by their conditions.
    struct Machine: Hashable, Sendable {
        let name: String
        let counts: [InstanceStatus: Bounded]
    }

    /// A process that owns shards.
    struct Owner: Hashable, Sendable {
        /// `nil` for shards that nobody owns.
        let name: String?
        let shards: String
        /// The greatest number of an ownership of these shards.
        let generation: Int
        /// The time since the latest transaction or renewal, in seconds.
        let age: TimeInterval?
    }

    struct Deadline: Hashable, Sendable {
        let instance: InstanceName
        let key: InstanceKey
        let name: String
        /// How late it is, in seconds; negative for one that is ahead.
        let lateness: TimeInterval
    }

    struct Activity: Hashable, Sendable {
        let instance: InstanceName
        let key: InstanceKey
        let name: String
        /// The number of the macrostep that has begun it.
        let number: Int
        let note: String
    }

    struct Queue: Hashable, Sendable {
        let name: String
        let ready: Bounded
        /// The time until the next attempt of another activity, in seconds.
        let next: TimeInterval?
    }

    /// Adds what the host itself knows.
    fileprivate mutating func add(_ host: DurableHostView, words: (any Error) -> String) {
        condition =
            switch host.condition {
            case .new: "not opened yet"
            case .opening: "opening"
            case .open: host.load.isRecovering ? "open, and taking up what was interrupted" : "open"
            case .closing: "closing"
            case .closed: "closed"
            case .failed(let error): "failed: \(words(error))"
            }
        let load = host.load
        figures = [
            ("Instances in memory", load.instancesInMemory), ("Interrupted instances", load.interruptedInstances),
            ("Events that wait", load.waitingEvents), ("Changes that wait for a transaction", load.waitingChanges),
            ("Activities at work", load.activities), ("Activities that wait for a place", load.waitingActivities),
        ].map { Figure(title: $0, count: Bounded($1)) }
    }

    /// Adds the owners of shards, each with all its shards.
    fileprivate mutating func add(_ shards: [ShardOwner], at now: Date, isWithoutHost: Bool) {
        owners = Dictionary(grouping: shards, by: \.owner).map { owner, shards in
            Owner(
                name: owner, shards: shards.count == 1 ? "\(shards[0].shard.number)" : "\(shards.count) of them",
                generation: shards.map(\.generation).max() ?? 0,
                age: shards.compactMap(\.lastSeen).max().map { now.timeIntervalSince($0) })
        }.sorted { ($0.name ?? "\u{10FFFF}") < ($1.name ?? "\u{10FFFF}") }
        guard isWithoutHost else { return }
        let names = owners.compactMap(\.name)
        condition = names.isEmpty ? "no host has it open" : "owned by \(names.joined(separator: ", "))"
    }
}

extension Access {
    /// The number of rows that a table shows, and the one up to which others are counted.
    private static let shown = 20
    private static let counted = 100
    /// The number of machines whose instances are counted.
    private static let mostMachines = 100

    /// Reads how a host and its store stand, at a cost that does not grow with the number of instances.
    ///
    /// Parts that cannot be read leave the others as they are.
    func overview() async -> Overview {
        var overview = Overview()
        if let host { overview.add(host, words: reader.words) }
        overview.trouble = obstacle
        if overview.trouble != nil { return overview }
        do {
            let owners =
                try await store.knownShardOwners() ?? host?.leases.map {
                    ShardOwner(
                        shard: $0.shard, owner: $0.owner.name, generation: $0.generation, lastSeen: $0.lastSeen)
                } ?? []
            overview.add(owners, at: now, isWithoutHost: host == nil)
            let shards = Set(owners.map(\.shard))
            try await readWork(in: shards, into: &overview)
            try await readQueues(in: shards, into: &overview)
            try await readCounts(into: &overview)
        } catch {
            overview.trouble = reader.words(for: error)
        }
        return overview
    }

    private func readWork(in shards: Set<StoreShard>, into overview: inout Overview) async throws {
        let limit = Self.counted
        let deadlines = try await store.deadlines(in: shards, after: nil, limit: limit + 1)
        let lateness = deadlines.map { now.timeIntervalSince($0.due) }
        overview.late = Overview.Bounded(lateness.count { $0 > 0 }, limit: limit)
        overview.deadlines = zip(deadlines, lateness).prefix(Self.shown).map {
            Overview.Deadline(instance: $0.instance, key: $0.key, name: plainName($0.name), lateness: $1)
        }
        let unfinished = try await store.unfinished(in: shards, after: 0, limit: limit + 1)
        let suspects = try await store.suspects(in: shards, after: 0, limit: limit + 1)
        overview.figures += [
            Overview.Figure(
                title: "Instances with events or activities", count: Overview.Bounded(unfinished.count, limit: limit)),
            Overview.Figure(title: "Instances suspected of crashes", count: .init(suspects.count, limit: limit)),
            Overview.Figure(title: "Deadlines that are late", count: overview.late),
        ]
        for name in unfinished.prefix(Self.shown).map(\.name) {
            // Its codec may lack a key, and it may have been removed meanwhile.
            guard let stored = try? await store.instance(name) else { continue }
            overview.activities += stored.activities.filter { !$0.hasReturned }.map {
                Overview.Activity(
                    instance: name, key: stored.key, name: $0.name, number: $0.number, note: $0.note(at: now))
            }
        }
        let seen = Set(deadlines.map(\.instance.machine) + unfinished.map(\.name.machine)).subtracting(machines)
        overview.machines = (machines + seen.sorted()).prefix(Self.mostMachines).map {
            Overview.Machine(name: $0, counts: [:])
        }
    }

    private func readQueues(in shards: Set<StoreShard>, into overview: inout Overview) async throws {
        for queue in try await store.queues(in: shards).sorted().prefix(Self.shown) {
            let page = try await store.queued(in: queue, of: shards, at: now, limit: Self.counted + 1)
            overview.queues.append(
                Overview.Queue(
                    name: queue, ready: .init(page.activities.count, limit: Self.counted),
                    next: page.next.map { $0.timeIntervalSince(now) }))
        }
    }

    private func readCounts(into overview: inout Overview) async throws {
        for (place, machine) in overview.machines.enumerated() {
            overview.machines[place] = Overview.Machine(name: machine.name, counts: try await counts(of: machine.name))
        }
    }

    /// The numbers that the store keeps, or else as many as can be counted quickly.
    private func counts(of machine: String) async throws -> [InstanceStatus: Overview.Bounded] {
        if let counts = try await store.counts(of: machine) { return counts.mapValues { Overview.Bounded($0) } }
        var counts: [InstanceStatus: Overview.Bounded] = [:]
        for status in InstanceStatus.allCases {
            let query = InstanceQuery(machine: machine, statuses: [status], limit: Self.counted + 1)
            counts[status] = Overview.Bounded(try await store.list(query).count, limit: Self.counted)
        }
        return counts
    }
}

extension StoredActivity {
    /// Its queue and its attempts, in words.
    func note(at now: Date) -> String {
        var notes: [String] = []
        if hasReturned { notes.append("has returned") }
        if let queue { notes.append("in the queue \(queue)") }
        if let attempts {
            let pause = attempts.next.timeIntervalSince(now)
            notes.append(
                "\(attempts.failed) \(attempts.failed == 1 ? "attempt has" : "attempts have") failed, the next one "
                    + (pause > 0 ? "in \(pause.inWords)" : "is due"))
        }
        return notes.joined(separator: ", ")
    }
}
