import Foundation
import OakDurable
import Testing

/// The faults of a broken store, each with the beginning of a law that the store breaks.
enum StoreFlaw: String, CaseIterable {
    case takesFormerLeases = "A former lease commits nothing"
    case repeatsGenerations = "Each claim has a greater generation"
    case forgetsTimes = "A lease tells the time"
    case tearsTransactions = "A read beside commits sees all"
    case forgets = "The next process finds everything"
    case answersDone = "A macrostep with a wrong number"
    case takesRepetitions = "An event with the deduplication key"
    case leavesConsumed = "A macrostep changes state"
    case endsNothing = "An instance that ends loses"
    case keepsJournals = "A journal with a limit"
    case cutsNames = "Names of any characters"
    case cutsEvents = "An event, a state and an output of a megabyte"
    case roundsTimes = "Times are kept to the millisecond"
    case keepsDeadlines = "A claim moves each deadline"
    case disordersDeadlines = "Deadlines are read in the order"
    case disordersLists = "A list has the instances"
    case ignoresLimits = "Events wait in the order"
    case ignoresVersions = "A list has the instances that the query names"
    case removesNothing = "Instances are removed that ended"
    case losesWorkOfFailed = "A failed instance is at rest and keeps"
    case consumesTwice = "A macrostep whose event is not in the inbox"
    case forgetsCrashes = "A lease tells whether the one before"
    case renewsFormerLeases = "A former lease is not renewed"
    case forgetsSuspects = "Suspects are running instances"
    case forgetsContexts = "Events, activities and macrosteps keep"
    case losesMessages = "The messages of a macrostep"
    case hidesRefusals = "A failed instance takes messages"
    case startsNothing = "A macrostep starts instances"
    case losesScheduled = "A run of a schedule"
    case repeatsRuns = "A run of a schedule is noted"
    case mixesSchedules = "Each schedule has a last time"
    case forgetsTags = "An instance has the tags of its last macrostep"
    case findsAnyTag = "A list for tags has the instances with each of them"
    case countsNoEnd = "The numbers of a machine's instances"
    case disordersNames = "Instances that are read together"
    case keepsSkipped = "An event that was skipped"
    case keepsVersions = "An event that was edited"
    case keepsFailed = "Failed instances are removed"
    case forgetsStates = "The journal keeps the state"
    case patchesNoFailed = "A patch is recorded for a failed instance"
    case repeatsFeeds = "A feed has each instance once"
    case staysFollowed = "An instance enters the feed"
    case ignoresFeedLimits = "Pages of a feed"
    case forgetsSummaries = "An instance is read as it was created"
    case staysOpen = "A store that was released answers"
}

/// A store in memory with a flaw.
actor BrokenStore: ForwardingStore {
    private let flaw: StoreFlaw
    let base = MemoryStore()
    private var lease: StoreLease?

    init(_ flaw: StoreFlaw) { self.flaw = flaw }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let time = flaw == .keepsDeadlines ? lease.map { _ in .distantPast } ?? now : now
        var claimed = try await base.claim(by: owner, at: time)[0]
        lease = claimed
        if flaw == .repeatsGenerations { claimed.generation = 1 }
        if flaw == .forgetsTimes { claimed.lastSeen = nil }
        if flaw == .forgetsCrashes { claimed.followsCrash = false }
        return [claimed]
    }

    func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        flaw == .renewsFormerLeases ? leases : try await base.renew(leases, of: owner, at: now)
    }

    func release(_ leases: [StoreLease], at now: Date) async throws {
        if flaw != .staysOpen { try await base.release(leases, at: now) }
    }

    func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        flaw == .forgetsSuspects ? [] : try await base.suspects(in: shards, after: key, limit: limit)
    }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        var current = batches[0].lease
        if flaw == .takesFormerLeases || flaw == .repeatsGenerations, let lease { current = lease }
        var changes = batches[0].changes.map(altered)
        for index in changes.indices where flaw == .repeatsRuns {
            guard case .run(let name, let time, _, let messages) = changes[index] else { continue }
            let last = try await base.lastRun(of: name)
            changes[index] = .run(schedule: name, at: time, after: last, messages: messages)
        }
        return [try await commit(changes, current, at: now)]
    }

    private func commit(
        _ changes: [StoreChange], _ current: StoreLease, at now: Date
    ) async throws -> [StoreAnswer] {
        if flaw == .tearsTransactions {
            var answers: [StoreAnswer] = []
            for change in changes {
                answers += try await base.commit([change], under: current, at: now)
                for _ in 1...3 { await Task.yield() }
            }
            return answers
        }
        let answers = try await base.commit(changes, under: current, at: now)
        return flaw == .answersDone ? answers.map { $0 == .conflict ? .done : $0 } : answers
    }

    private func altered(_ change: StoreChange) -> StoreChange {
        switch change {
        case .create(var new):
            if flaw == .cutsNames { new.name.id = String(new.name.id.prefix { $0 != "\0" }) }
            for index in new.deadlines.indices where flaw == .roundsTimes {
                new.deadlines[index].due = Date(
                    timeIntervalSince1970: new.deadlines[index].due.timeIntervalSince1970.rounded())
            }
            return .create(new)
        case .receive(let event, let version, let deduplication, let key, let context):
            return .receive(
                event: flaw == .cutsEvents ? event.prefix(65_536) : event, version: version,
                deduplication: flaw == .takesRepetitions ? nil : deduplication, for: key,
                context: flaw == .forgetsContexts ? [:] : context)
        case .step(var step):
            if flaw == .leavesConsumed || flaw == .consumesTwice && step.journal.number > 1 { step.consumed = nil }
            if flaw == .staysFollowed { step.isFollowed = true }
            if flaw == .endsNothing { step.isEnd = false }
            if flaw == .keepsJournals { step.journalLimit = nil }
            if flaw == .forgetsTags { step.tags = [] }
            if flaw == .forgetsStates { step.journal.state = nil }
            if flaw == .patchesNoFailed, step.isPatch { step.journal.cause = .revision }
            if flaw == .losesMessages, step.messages.count > 3 { step.messages.removeLast() }
            for index in step.messages.indices where flaw == .hidesRefusals { step.messages[index].refusal = nil }
            if flaw == .startsNothing {
                step.messages.removeAll { if case .start = $0.content { true } else { false } }
            }
            return .step(step)
        case .setStatus(.failed, let problem, let key) where flaw == .losesWorkOfFailed:
            return .setStatus(.cancelled, problem: problem, of: key)
        case .remove(let time, _) where flaw == .removesNothing: return .remove(endedBefore: time, limit: 0)
        case .run(let name, let time, let last, _) where flaw == .losesScheduled:
            return .run(schedule: name, at: time, after: last)
        case .skip where flaw == .keepsSkipped: return .setTrials(nil, of: [])
        case .edit(let event, let data, _, let key) where flaw == .keepsVersions:
            return .edit(event, event: data, version: 1, of: key)
        case .removeFailed(let time, _) where flaw == .keepsFailed: return .removeFailed(before: time, limit: 0)
        case .setStatus, .setTrials, .setAttempts, .remove, .run, .skip, .edit, .removeFailed, .takeArrivals:
            return change
        }
    }

    func instance(_ name: InstanceName) async throws -> StoredInstance? {
        var name = name
        if flaw == .cutsNames { name.id = String(name.id.prefix { $0 != "\0" }) }
        return try await base.instance(name)
    }

    func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        let names = flaw == .disordersNames ? names.sorted { $0.id < $1.id } : names
        return try await base.instances(names)
    }

    func summary(of name: InstanceName) async throws -> InstanceSummary? {
        flaw == .forgetsSummaries ? nil : try await base.summary(of: name)
    }

    func counts(of machine: String) async throws -> [InstanceStatus: Int]? {
        var counts = try await base.counts(of: machine)
        if flaw == .countsNoEnd, let ended = counts?.removeValue(forKey: .ended) {
            counts?[.running, default: 0] += ended
        }
        return counts
    }

    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await base.inbox(of: instance, after: number, limit: flaw == .ignoresLimits ? .max : limit)
    }

    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        let deadlines = try await base.deadlines(in: shards, after: last, limit: limit)
        return flaw == .disordersDeadlines ? deadlines.reversed() : deadlines
    }

    func changes(of machine: String, after position: FeedPosition, limit: Int) async throws -> [StoredFeedEntry] {
        try await base.changes(
            of: machine, after: flaw == .repeatsFeeds ? .beginning : position,
            limit: flaw == .ignoresFeedLimits ? .max : limit)
    }

    func lastRun(of schedule: String) async throws -> Date? {
        try await base.lastRun(of: flaw == .mixesSchedules ? schedule.lowercased() : schedule)
    }

    func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        var query = query
        if flaw == .ignoresVersions { query.versions = nil }
        if flaw == .findsAnyTag, query.tags.count > 1 { query.tags = query.tags.filter { $0.key != "text" } }
        let list = try await base.list(query)
        return flaw == .disordersLists ? list.sorted { $0.name.id < $1.name.id } : list
    }
}

extension Issue {
    /// The law that the issue tells of.
    var brokenLaw: String {
        let text = comments.map(\.rawValue).joined()
        let line = text.split(separator: "\n").first { $0.contains("breaks a law: ") } ?? ""
        return line.components(separatedBy: "breaks a law: ").last ?? ""
    }
}
