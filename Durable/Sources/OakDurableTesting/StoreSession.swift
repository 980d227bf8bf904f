import Foundation
import OakDurable
import OakTesting

/// A store in the hands of a law, which plays its processes one after the other.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class StoreSession<Store: DurableStore> {
    let experiment: Experiment
    private(set) var store: Store
    private(set) var leases: [StoreShard: StoreLease] = [:]
    /// The time by the clock of the host, in whole seconds, which every store keeps exactly.
    var now = Date(timeIntervalSince1970: 1_700_000_000)
    private let reopen: @Sendable (Store) async throws -> Store
    private var isAtOnce = false
    /// The shards of the instances that were created.
    private var shards: [InstanceKey: StoreShard] = [:]

    init(
        _ store: Store, reopen: @escaping @Sendable (Store) async throws -> Store, experiment: Experiment
    ) async throws {
        self.experiment = experiment
        self.store = store
        self.reopen = reopen
        try await claimShards(by: "the first owner")
    }

    // MARK: Processes

    private func claimShards(by name: String) async throws {
        let claimed = try await store.claim(by: StoreOwner(name: name), at: now)
        try experiment.expect(!claimed.isEmpty, "a lease for each shard", seen: claimed)
        leases = Dictionary(claimed.map { ($0.shard, $0) }) { $1 }
        try experiment.expect(leases.count == claimed.count, "one lease for each shard", seen: claimed)
    }

    /// The lease of the shard of an order.
    func lease() async throws -> StoreLease {
        let name = InstanceName.order("a")
        guard let lease = leases[store.shard(of: name)] else {
            throw Violation(expected: "the claim has taken the shard of \(name)", seen: "\(leases.keys.sorted())")
        }
        return lease
    }

    /// Claims the store again in the same process.
    @discardableResult
    func claim(name: String = "the next owner") async throws -> StoreLease {
        experiment.does("claimed the store as \(name)")
        try await claimShards(by: name)
        return try await lease()
    }

    /// Ends the process, and claims the store in the next one.
    @discardableResult
    func restart() async throws -> StoreLease {
        experiment.does("ended the process, and opened the store in the next one")
        store = try await reopen(store)
        try await claimShards(by: "the next process")
        return try await lease()
    }

    /// Renews the leases.
    func renew() async throws {
        experiment.does("renewed the leases")
        let renewed = try await store.renew(Array(leases.values), of: try await lease().owner, at: now)
        try expect(Set(renewed), Set(leases.values), "the leases from now on")
    }

    func release() async throws {
        experiment.does("released the leases")
        try await store.release(Array(leases.values), at: now)
    }

    /// Names of orders that belong to one shard.
    func siblings(_ ids: String...) -> [String] {
        func shard(_ id: String) -> StoreShard { store.shard(of: .order(id)) }
        return ids.map { id in
            var sibling = id
            while shard(sibling) != shard(ids[0]) { sibling += "'" }
            return sibling
        }
    }

    /// Lets time pass, or sets the clock back.
    func advance(by seconds: TimeInterval) {
        experiment.does("let \(seconds) s pass")
        now += seconds
    }

    // MARK: Changes

    @discardableResult
    func commit(_ changes: StoreChange...) async throws -> [StoreAnswer] {
        let answers = try await commitNext(changes)
        try experiment.expect(
            answers.count == changes.count, "one answer for each of \(changes.count) changes", seen: answers)
        return answers
    }

    /// Commits changes, and expects the answers to be these.
    func commit(_ changes: StoreChange..., answers expected: [StoreAnswer]) async throws {
        try experiment.expect(try await commitNext(changes), is: expected, "the answers are \(expected)")
    }

    /// Commits orders' changes under a lease, at once if asked for and possible.
    func commit(_ changes: [StoreChange], under lease: StoreLease, atOnce: Bool) async throws {
        let batches = [StoreBatch(changes, under: lease)]
        if atOnce, try store.commitAtOnce(batches, at: now) != nil { return }
        _ = try await store.commit(batches, at: now)
    }

    /// Commits changes at once if the store can, the next time in any case not so, and expects the answers in their
    /// order.
    private func commitNext(_ changes: [StoreChange]) async throws -> [StoreAnswer] {
        isAtOnce.toggle()
        var batches = leases.mapValues { StoreBatch([], under: $0) }
        var places: [(shard: StoreShard, index: Int)?] = []
        for change in changes {
            let shard = shard(of: change)
            places.append(shard.map { ($0, batches[$0]?.changes.count ?? 0) })
            for shard in shard.map({ [$0] }) ?? Array(batches.keys) { batches[shard]?.changes.append(change) }
        }
        let all = batches.values.sorted { $0.lease.shard < $1.lease.shard }
        let sent = all.count == 1 || changes.isEmpty ? all : all.filter { !$0.changes.isEmpty }
        let early = isAtOnce ? try store.commitAtOnce(sent, at: now) : nil
        var answers = early ?? []
        if early == nil { answers = try await store.commit(sent, at: now) }
        let byShard = Dictionary(uniqueKeysWithValues: zip(sent.map(\.lease.shard), answers))
        try experiment.expect(
            answers.map(\.count) == sent.map(\.changes.count), "one answer for each change", seen: answers)
        for (change, place) in zip(changes, places) {
            guard case .create = change, let place, let answer = byShard[place.shard]?[place.index] else { continue }
            if case .created(let key) = answer { shards[key] = place.shard }
            if case .exists(let key) = answer { shards[key] = place.shard }
        }
        return places.map { place in
            if let place { return byShard[place.shard]?[place.index] ?? .missing }
            let counts = byShard.values.joined().map { if case .removed(let count) = $0 { count } else { 0 } }
            return .removed(counts.reduce(0, +))
        }
    }

    /// The shard of the instance that a change is about; `nil` for a removal, which is about all shards.
    private func shard(of change: StoreChange) -> StoreShard? {
        let any = leases.keys.min() ?? .first
        return switch change {
        case .create(let new): store.shard(of: new.name)
        case .receive, .setStatus, .skip, .edit, .step, .setAttempts: change.key.flatMap { shards[$0] } ?? any
        case .setTrials(_, let keys): keys.first.flatMap { shards[$0] } ?? any
        case .run(let schedule, _, _, _): store.shard(ofSchedule: schedule)
        case .remove, .removeFailed, .takeArrivals: nil
        }
    }

    /// Creates an instance.
    @discardableResult
    func create(
        _ id: String, machine: String = "order", version: Int = 1, activities: [String] = [],
        deadlines: [StoredDeadline] = [], tags: [String: DurableTag] = [:], isFollowed: Bool = false
    ) async throws -> InstanceKey {
        experiment.does("created \(id)")
        var new = StoredInstance.sample(
            id, machine: machine, version: version, activities: activities, deadlines: deadlines)
        (new.tags, new.isFollowed) = (tags, isFollowed)
        let answer = try await commit(.create(new))[0]
        guard case .created(let key) = answer else {
            throw Violation(expected: "\(id) is created", seen: "\(answer)")
        }
        return key
    }

    /// Creates instances, in the order of their ids.
    func create(_ ids: [String]) async throws -> [InstanceKey] {
        var keys: [InstanceKey] = []
        for id in ids { keys.append(try await create(id)) }
        return keys
    }

    /// Creates an instance, and brings it into a condition.
    @discardableResult
    func create(
        _ status: InstanceStatus, _ id: String, machine: String = "order", version: Int = 1
    ) async throws -> InstanceKey {
        let key = try await create(id, machine: machine, version: version)
        switch status {
        case .running: break
        case .ended: try await step(.sample(1, of: key, isEnd: true))
        case .failed, .cancelled: try await setStatus(status, of: key)
        }
        return key
    }

    /// Removes the instances that have ended up to now.
    func removeEnded(_ count: Int) async throws {
        experiment.does("removed instances")
        try await commit(.remove(endedBefore: now + 1, limit: 9), answers: [.removed(count)])
    }

    /// Puts an event into an inbox.
    @discardableResult
    func receive(_ event: String, for key: InstanceKey, deduplication: String? = nil) async throws -> EventNumber {
        experiment.does("received \(event)")
        let answer = try await commit(.event(event, for: key, deduplication: deduplication))[0]
        guard let number = answer.number else { throw Violation(expected: "the event is stored", seen: "\(answer)") }
        return number
    }

    /// Records a macrostep.
    func step(_ step: StoredStep, answer expected: StoreAnswer = .done) async throws {
        experiment.does("recorded macrostep \(step.journal.number)")
        try await commit(.step(step), answers: [expected])
    }

    func setStatus(
        _ status: InstanceStatus, of key: InstanceKey, problem: String? = nil, answer expected: StoreAnswer = .done
    ) async throws {
        experiment.does("made instance \(key) \(status.rawValue)")
        try await commit(.setStatus(status, problem: problem, of: key), answers: [expected])
    }

    // MARK: Reading

    /// Reads an instance that must be there.
    func instance(_ id: String, machine: String = "order") async throws -> StoredInstance {
        let name = InstanceName(machine: machine, id: id)
        guard let instance = try await store.instance(name) else {
            throw Violation(expected: "the store has \(name)", seen: "it has not")
        }
        return instance
    }

    /// The waiting events of an instance.
    func events(of key: InstanceKey) async throws -> [StoredEvent] {
        try await store.inbox(of: key, after: 0, limit: 100)
    }

    /// The texts of the waiting events of an instance.
    func inbox(of key: InstanceKey) async throws -> [String] {
        try await events(of: key).map { String(decoding: $0.event, as: UTF8.self) }
    }

    /// The journal of an instance.
    func entries(of key: InstanceKey) async throws -> [JournalEntry] {
        try await store.journal(of: key, after: 0, limit: 100)
    }

    /// The numbers in the journal of an instance.
    func journal(of key: InstanceKey) async throws -> [Int] { try await entries(of: key).map(\.number) }

    /// Expects an instance to have lost its inbox, activities and deadlines, and reads it.
    func expectNothingAhead(of id: String) async throws -> StoredInstance {
        let seen = try await instance(id)
        try expect(seen.activities, [], "its activities")
        try expect(seen.deadlines, [], "its deadlines")
        try expect(try await inbox(of: seen.key), [], "its inbox")
        try expect(try await unfinished(), [], "the unfinished instances")
        try expect(try await deadlines(), [], "all deadlines")
        return seen
    }

    func unfinishedInstances(after key: InstanceKey = 0, limit: Int = 100) async throws -> [InstanceSummary] {
        try await store.unfinished(in: ownShards, after: key, limit: limit)
    }

    func unfinished() async throws -> [InstanceKey] { try await unfinishedInstances().map(\.key) }

    /// The shards that the process owns.
    var ownShards: Set<StoreShard> { Set(leases.keys) }

    func suspects() async throws -> [InstanceSummary] {
        try await store.suspects(in: ownShards, after: 0, limit: 100)
    }

    /// The deadlines of running instances, up to a limit.
    func references(after last: DeadlineReference? = nil, limit: Int = 100) async throws -> [DeadlineReference] {
        try await store.deadlines(in: ownShards, after: last, limit: limit)
    }

    /// The names of the deadlines of running instances.
    func deadlines() async throws -> [String] { try await references().map(\.name) }

    func list(_ query: InstanceQuery = InstanceQuery()) async throws -> [String] {
        try await store.list(query).map(\.name.id)
    }

    /// Throws a violation unless two values are equal.
    func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws {
        try experiment.expect(seen == expected, "\(what): \(expected)", seen: seen)
    }
}

extension StoreChange {
    static func event(_ event: String, for key: InstanceKey, deduplication: String? = nil) -> StoreChange {
        .receive(event: Data(event.utf8), version: 1, deduplication: deduplication, for: key)
    }
}

extension StoredMessage {
    static func event(_ text: String, to id: String, refusal: String? = nil) -> StoredMessage {
        StoredMessage(
            to: .order(id), .event(Data(text.utf8), version: 7),
            refusal: refusal.map { Data($0.utf8) })
    }
}

extension InstanceName {
    static func order(_ id: String) -> InstanceName { InstanceName(machine: "order", id: id) }
}

extension StoredInstance {
    static func sample(
        _ id: String, machine: String = "order", version: Int = 1, status: InstanceStatus = .running,
        activities: [String] = [], deadlines: [StoredDeadline] = []
    ) -> StoredInstance {
        StoredInstance(
            InstanceSummary(name: InstanceName(machine: machine, id: id), version: version, status: status),
            state: Data("new".utf8), activities: activities.map { StoredActivity(name: $0, number: 0) },
            deadlines: deadlines)
    }
}

extension StoredActivity {
    /// An activity that has returned.
    static func returned(_ name: String) -> StoredActivity { StoredActivity(name: name, number: 0, hasReturned: true) }
}

extension StoredStep {
    /// A macrostep with a state and a journal that tell its number.
    static func sample(
        _ number: Int, of key: InstanceKey, at time: Date = Date(timeIntervalSince1970: 1_700_000_000),
        consumed: EventNumber? = nil, isEnd: Bool = false,
        isFollowed: Bool = false, activities: [NamedChange<StoredActivity>] = [],
        deadlines: [NamedChange<StoredDeadline>] = [], tags: [NamedChange<StoredTag>] = [],
        messages: [StoredMessage] = [], cause: JournalEntry.Cause = .event, journalLimit: Int? = nil
    ) -> StoredStep {
        StoredStep(
            instance: key, version: 1, state: Data("state \(number)".utf8), consumed: consumed, isEnd: isEnd,
            isFollowed: isFollowed, activities: activities, deadlines: deadlines, tags: tags, messages: messages,
            journal: JournalEntry(
                number: number, time: time, cause: cause, version: 1, event: Data("event \(number)".utf8)),
            journalLimit: journalLimit)
    }
}

extension StoredDeadline {
    static func sample(
        _ name: String, due: Date, duration: TimeInterval = 60, number: Int = 0, policy: DeadlinePolicy = .original
    ) -> StoredDeadline {
        StoredDeadline(
            name: name, number: number, due: due, duration: duration, policy: policy, version: 1,
            event: Data("due \(name)".utf8))
    }
}
