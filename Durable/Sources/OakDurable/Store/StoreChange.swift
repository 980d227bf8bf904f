public import Foundation

/// A change to a store.
public enum StoreChange: Hashable, Sendable {
    /// Adds an instance, to which the store gives a key and the time.
    ///
    /// Answers ``StoreAnswer/created(_:)``, or ``StoreAnswer/exists(_:)`` if the store has an instance of this name.
    indirect case create(StoredInstance)

    /// Puts an event into the inbox of an instance.
    ///
    /// Answers ``StoreAnswer/stored(_:)`` or ``StoreAnswer/storedForRetry(_:)``; ``StoreAnswer/duplicate`` if the
    /// instance has had an event with the same deduplication key, also after its end; ``StoreAnswer/refused(_:)`` if
    /// the instance has ended or was cancelled; ``StoreAnswer/missing``.
    case receive(
        event: Data, version: Int, deduplication: String? = nil, for: InstanceKey, context: TraceContext = [:])

    /// Records a macrostep.
    ///
    /// Answers ``StoreAnswer/done``, or ``StoreAnswer/conflict`` unless the instance is running, its number is the one
    /// before, and its inbox has the event that the macrostep consumes, if any. A macrostep with messages is answered
    /// by ``StoreAnswer/sent(_:)`` instead of the former. Watchers of an instance that ends are told: the answer is in
    /// a ``StoreAnswer/told(_:_:)``.
    ///
    /// One that ``StoredStep/isPatch`` is recorded for a failed instance, too, which stays failed unless it ends.
    indirect case step(StoredStep)

    /// Makes an instance running, failed or cancelled; the problem is the error of a failed one, for people.
    ///
    /// The instance is not suspected of crashes any more.
    ///
    /// Answers ``StoreAnswer/done``; ``StoreAnswer/refused(_:)`` if the instance has ended or was cancelled;
    /// ``StoreAnswer/missing``. An instance that is cancelled loses its waiting events, activities, deadlines and
    /// watches. Watchers of one that fails or is cancelled are told: the answer is in a ``StoreAnswer/told(_:_:)``.
    case setStatus(InstanceStatus, problem: String? = nil, of: InstanceKey)

    /// Suspects running instances of a crash, or `nil` acquits them; see ``InstanceSummary/trials``.
    ///
    /// Answers ``StoreAnswer/done``. Instances that the store does not have, or that are not running, are left out.
    case setTrials(Int?, of: [InstanceKey])

    /// Records that an attempt of an activity has failed, and when the next one is due.
    ///
    /// Answers ``StoreAnswer/done``, or ``StoreAnswer/missing`` unless the activity of this number is under way.
    case setAttempts(StoredAttempts, of: QueuedActivity)

    /// Takes an event out of the inbox of an instance without a macrostep.
    ///
    /// Answers ``StoreAnswer/done``; ``StoreAnswer/noEvent`` if the inbox does not have the event;
    /// ``StoreAnswer/refused(_:)`` if the instance has ended or was cancelled; ``StoreAnswer/missing``. The
    /// deduplication key of the event stays.
    case skip(EventNumber, of: InstanceKey)

    /// Puts another event in the place of one in the inbox, which keeps its number, time, context and deduplication
    /// key.
    ///
    /// Answers as ``skip(_:of:)`` does.
    case edit(EventNumber, event: Data, version: Int, of: InstanceKey)

    /// Removes failed instances of the shard whose last change is before a time, the earliest first, with everything
    /// that belongs to them.
    ///
    /// Answers ``StoreAnswer/removed(_:)``. Watchers are told as of a cancellation: the answer is in a
    /// ``StoreAnswer/told(_:_:)``.
    case removeFailed(before: Date, limit: Int)

    /// Removes instances of the shard that ended, or were cancelled, before a time, the earliest first.
    ///
    /// Answers ``StoreAnswer/removed(_:)``. Journals and deduplication keys are removed, too; the names are free again.
    case remove(endedBefore: Date, limit: Int)

    /// Changes nothing: the transaction tells the host of the events that others have put into inboxes of the shard.
    ///
    /// Answers ``StoreAnswer/done``, in any case in a ``StoreAnswer/arrived(_:_:)``.
    case takeArrivals

    /// Notes that a schedule has run at a time, and carries out its messages.
    ///
    /// The last time of the schedule is the one given, as the store has returned it or as it was noted; `nil` if the
    /// store has none. Otherwise the answer is ``StoreAnswer/conflict``, and no message is carried out.
    ///
    /// Answers ``StoreAnswer/sent(_:)``, with an answer for each message. The schedule belongs to the shard
    /// ``DurableStore/shard(ofSchedule:)``; its messages have no refusal.
    case run(schedule: String, at: Date, after: Date?, messages: [StoredMessage] = [])
}

extension StoreChange {
    /// The key of the instance that the change is about.
    package var key: InstanceKey? {
        switch self {
        case .receive(_, _, _, let key, _), .setStatus(_, _, let key), .skip(_, let key), .edit(_, _, _, let key):
            key
        case .step(let step): step.instance
        case .setAttempts(_, let activity): activity.key
        case .create, .setTrials, .removeFailed, .remove, .takeArrivals, .run: nil
        }
    }

    private var messages: [StoredMessage] {
        switch self {
        case .step(let step): step.messages
        case .run(_, _, _, let messages): messages
        case .create, .receive, .setStatus, .skip, .edit, .setAttempts, .setTrials, .removeFailed, .remove,
            .takeArrivals:
            []
        }
    }

    /// The instances to which the change sends messages.
    package var targets: [InstanceName] { messages.map(\.target) }

    /// Those of them that begin with it in the feed of their machine.
    package var followedTargets: [InstanceName] {
        messages.compactMap { if case .start(let new) = $0.content, new.isFollowed { $0.target } else { nil } }
    }

    /// Whether the change may be one in the feed of a machine.
    package var mayBeFollowed: Bool {
        switch self {
        case .step(let step): step.isFollowed
        case .create(let new): new.isFollowed
        case .setStatus: true
        case .receive, .skip, .edit, .setAttempts, .setTrials, .removeFailed, .remove, .takeArrivals, .run: false
        }
    }
}

/// The answer of a store to a change.
public enum StoreAnswer: Hashable, Sendable {
    /// The instance was added.
    case created(InstanceKey)
    /// The instance was there already.
    case exists(InstanceKey)
    /// The event was stored.
    case stored(EventNumber)
    /// The event was stored, and waits for the retry of an instance that has failed.
    case storedForRetry(EventNumber)
    /// The event was received before.
    case duplicate
    /// The change was carried out.
    case done
    /// The macrostep or the run was recorded, with an answer for each of its messages: ``stored(_:)``,
    /// ``storedForRetry(_:)``, ``created(_:)``, ``exists(_:)``; ``missing`` or ``refused(_:)`` if the sender is not
    /// told; ``returned(_:)`` if it is. A watch is answered with ``done``, ``missing`` or ``refused(_:)``, in a
    /// ``told(_:_:)`` if the sender is told at once.
    case sent([StoreAnswer])
    /// The change was carried out with this answer, and the inboxes of watchers have these events.
    indirect case told(StoreAnswer, [StoredNotice])
    /// The answer to the first change of a batch, after the events that others than the host have put into inboxes of
    /// the shard before the transaction; see ``DurableStore/latestArrival(in:)``. Those of all shards to whose
    /// instances the transaction itself gives events are in the first batch, because these come later.
    indirect case arrived(StoredArrivals, StoreAnswer)
    /// The target takes no message, and the inbox of the sender has the refusal.
    case returned(EventNumber)
    /// The instance has made other macrosteps, is not running, or has consumed the event before; or the schedule has
    /// run at another time.
    case conflict
    /// The instance has ended or was cancelled.
    case refused(InstanceStatus)
    /// The store has no such instance.
    case missing
    /// The inbox of the instance has no such event.
    case noEvent
    /// So many instances were removed.
    case removed(Int)
}

extension StoreAnswer {
    /// The number of an event that was stored.
    package var number: EventNumber? {
        switch self {
        case .stored(let number), .storedForRetry(let number): number
        case .created, .exists, .duplicate, .done, .sent, .told, .arrived, .returned, .conflict, .refused, .missing,
            .noEvent, .removed:
            nil
        }
    }

    /// The answer, with the events that watchers have received.
    func telling(_ notices: [StoredNotice]) -> StoreAnswer { notices.isEmpty ? self : .told(self, notices) }
}

/// A macrostep to record.
public struct StoredStep: Hashable, Sendable {
    /// The key of the instance.
    public var instance: InstanceKey
    /// The version of the machine.
    public var version: Int
    /// The encoded state after the macrostep.
    public var state: Data
    /// The number of the event that the macrostep takes out of the inbox; `nil` if the event was never there.
    public var consumed: EventNumber?
    /// Whether the macrostep has ended the machine.
    ///
    /// An instance that ends loses its waiting events, activities and deadlines; its journal and its deduplication
    /// keys stay.
    public var isEnd: Bool
    /// Whether the instance is in the feed of its machine from now on; see ``FollowedTransducer``.
    public var isFollowed: Bool
    /// The encoded output of a machine that has ended, if it has one.
    public var output: Data?
    /// The changes of activities.
    public var activities: [NamedChange<StoredActivity>]
    /// The changes of deadlines.
    public var deadlines: [NamedChange<StoredDeadline>]
    /// The changes of tags, which stay when the instance ends.
    public var tags: [NamedChange<StoredTag>]
    /// The messages to other instances, in order.
    ///
    /// A message to an instance that does not exist, has ended or was cancelled is refused; one that starts an instance
    /// is not, if there is one already. Any other is in the inbox of its target, whichever the shard.
    public var messages: [StoredMessage]
    /// The entry for the journal; its number is one more than that of the macrostep before.
    public var journal: JournalEntry
    /// How many entries of the journal to keep, this one included; `nil` keeps all of them.
    public var journalLimit: Int?

    /// Whether an operator has made it.
    public var isPatch: Bool { journal.cause == .patch }

    var number: Int { journal.number }

    /// Creates a macrostep.
    public init(
        instance: InstanceKey, version: Int, state: Data, consumed: EventNumber? = nil, isEnd: Bool = false,
        isFollowed: Bool = false, output: Data? = nil, activities: [NamedChange<StoredActivity>] = [],
        deadlines: [NamedChange<StoredDeadline>] = [], tags: [NamedChange<StoredTag>] = [],
        messages: [StoredMessage] = [], journal: JournalEntry, journalLimit: Int? = nil
    ) {
        self.messages = messages
        self.tags = tags
        self.instance = instance
        self.version = version
        self.state = state
        self.consumed = consumed
        self.isEnd = isEnd
        self.isFollowed = isFollowed
        self.output = output
        self.activities = activities
        self.deadlines = deadlines
        self.journal = journal
        self.journalLimit = journalLimit
    }
}

/// A message of a macrostep to another instance, or to the sender itself; or one of a schedule.
public struct StoredMessage: Hashable, Sendable {
    /// The content of a message.
    public enum Content: Hashable, Sendable {
        /// An encoded event, for a version of the machine.
        case event(Data, version: Int)
        /// A new instance.
        indirect case start(StoredInstance)
        /// The events that the sender receives when the target ends, fails or is cancelled.
        indirect case watch(StoredWatch)
    }

    /// The name of the target.
    public var target: InstanceName
    /// The content.
    public var content: Content
    /// The encoded event that the sender receives, in the version of the macrostep, if the target takes no message.
    public var refusal: Data?
    /// The tracing context of the macrostep; empty in a host that is not traced.
    public var context: TraceContext

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - target: The name of the target.
    ///   - content: The content.
    ///   - refusal: The encoded event that the sender receives if the target takes no message.
    ///   - context: The tracing context of the macrostep.
    public init(to target: InstanceName, _ content: Content, refusal: Data? = nil, context: TraceContext = [:]) {
        self.target = target
        self.content = content
        self.refusal = refusal
        self.context = context
    }
}

/// The events by which an instance learns of the end of another one, in the version of its macrostep.
///
/// An instance has one watch of another one; a further one takes its place.
public struct StoredWatch: Hashable, Sendable {
    /// The encoded event for the end, after which the watch is over.
    public var ended: Data
    /// The encoded event for each failure.
    public var failed: Data
    /// The encoded event if the other instance was cancelled, or does not exist. The watch is then over.
    public var cancelled: Data

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - ended: The encoded event for the end.
    ///   - failed: The encoded event for each failure.
    ///   - cancelled: The encoded event if the other instance was cancelled, or does not exist.
    public init(ended: Data, failed: Data, cancelled: Data) {
        self.ended = ended
        self.failed = failed
        self.cancelled = cancelled
    }

    /// The event for a condition; `nil` for one that runs.
    func event(for status: InstanceStatus) -> Data? {
        switch status {
        case .running: nil
        case .ended: ended
        case .failed: failed
        case .cancelled: cancelled
        }
    }
}

/// News of an inbox, from a watched instance or from others than the host.
public struct StoredNotice: Hashable, Sendable {
    /// The kinds of news.
    public enum News: Hashable, Sendable {
        /// The inbox has received an event.
        case event(StoredEvent)
        /// The inbox has events that the host has to read, also because its codec cannot decode them.
        case unread
        /// The instance was started: it has to run, and one that runs already has nothing to read.
        case start
    }

    /// The name of the instance with the inbox.
    public var watcher: InstanceName
    /// The news.
    public var news: News

    /// The event; `nil` if the news has none.
    public var event: StoredEvent? { if case .event(let event) = news { event } else { nil } }

    /// Creates a notice.
    ///
    /// - Parameters:
    ///   - watcher: The name of the instance with the inbox.
    ///   - news: The news.
    public init(to watcher: InstanceName, _ news: News) {
        self.watcher = watcher
        self.news = news
    }

    /// Creates a notice of an event.
    ///
    /// - Parameters:
    ///   - watcher: The name of the instance with the inbox.
    ///   - event: The event; `nil` if the host has to read the inbox.
    public init(to watcher: InstanceName, _ event: StoredEvent?) {
        self.init(to: watcher, event.map(News.event) ?? .unread)
    }
}

/// Events that others than the host have put into inboxes.
public struct StoredArrivals: Hashable, Sendable {
    /// The events that the host has not been told of, in their order. An inbox with more of them is named once, without
    /// an event.
    public var notices: [StoredNotice]
    /// The host has been told of all arrivals up to this one; see ``DurableStore/latestArrival(in:)``.
    public var latest: Int

    /// Creates arrivals.
    ///
    /// - Parameters:
    ///   - notices: The events that the host has not been told of, in their order.
    ///   - latest: The number of the latest arrival that the transaction has seen.
    public init(_ notices: [StoredNotice], upTo latest: Int) {
        self.notices = notices
        self.latest = latest
    }
}

/// A change of an activity, a deadline or a tag of an instance.
public enum NamedChange<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value is added, or takes the place of the one with the same name.
    case set(Value)
    /// The value is removed.
    case removed(name: String)

    /// The value that is set.
    @usableFromInline var value: Value? { if case .set(let value) = self { value } else { nil } }
}

/// An instance that waits for the end of another one.
struct InstanceWatch {
    let watcher: InstanceKey
    let version: Int
    let context: TraceContext
    let content: StoredWatch
}
