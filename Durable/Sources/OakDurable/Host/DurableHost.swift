import Foundation
public import Oak

/// Runs durable machines and keeps them in a store.
///
/// ```swift
/// let host = DurableHost(store: MemoryStore())
/// try await host.register(Order.self, env: Order.Env(charge: { _, _ in true }))
/// try await host.open()
///
/// let order = try await host.start(Order.self, id: "17", initialState: .open)
/// try await host.send(.pay(cents: 1200), to: order)
/// try await host.value(of: order)
/// await host.close()
/// ```
///
/// A host owns its store while it is open. Each macrostep of an instance is one transaction; those of many instances
/// share a commit. Instances with nothing to do leave the memory and come back for an event or a deadline.
///
/// All machines of a host run on the host's actor, one transition at a time. Work that takes time belongs in
/// activities, which run elsewhere.
public actor DurableHost {
    let store: any DurableStore
    let clock: DurableClock
    let settings: DurableSettings
    let owner: StoreOwner
    let reporter: DurableReporter
    /// Sends to the instances of other processes.
    var client: DurableClient { DurableClient(store: store, clock: clock) }

    enum Condition {
        case new
        case opening
        case open(Leases)
        /// No new work begins; activities under way may go on for a while.
        case closing(Leases)
        case closed
        /// An error has ended the host: another owner has taken the store over, or the store answers no more and is
        /// still owned.
        case failed(DurableError, Leases?)
    }

    var condition = Condition.new { didSet { noteCondition() } }
    let conditionSignal = Signal()
    var isRenewing = false
    /// Those of the machines whose feeds somebody has followed.
    var feedSignals: [String: Signal] = [:]
    /// The machines whose followers look again when a second is over.
    var feedsToRead: Set<String> = []
    /// The latest arrivals in each shard of which the store has told; see ``DurableStore/latestArrival(in:)``.
    var lastArrivals: [StoreShard: Int] = [:]
    /// The error with which the last attempt to open the host has failed.
    var openingFailure: DurableError?
    var machines: [String: any MachineKind] = [:]
    var live: [InstanceName: LiveInstance] = [:]
    var tasks = TaskSource()

    /// The number of senders of events that are not durable, including those that wait for the actor.
    nonisolated let senders = Protected(0)
    var pending: [PendingChange] = []
    var trouble = StoreTrouble()
    /// The sleep of those that wait for the store to work again.
    var pauses: Set<Task<Void, Never>> = []
    /// Whether the writer is at work, or on its way.
    var isWriting = false
    /// Whether the store is carrying out a transaction.
    var isCommitting = false

    var lastTicket = 0
    var lastRun = 0
    var lastUse = 0
    /// Instances in the order in which they became idle, some of which have been used since.
    var idle = NumberedQueue<(name: InstanceName, use: Int)>()
    var idleCount = 0

    /// Instances whose runs have received events since they last reported the postponed ones.
    var unmarked: [LiveInstance] = []
    var deadlines = DeadlineWatch()
    var schedules = ScheduleWatch()
    /// Instances that have messages, and are not in memory.
    var addressees = NumberedQueue<InstanceName>()
    /// Instances that the host reads of its own accord.
    var beingRead = Crowd()
    /// Instances that were interrupted, and have something to do since.
    var interrupted = Crowd()
    var suspicion = Suspicion()
    /// The instances that stay out of memory while somebody changes them.
    var holds: [InstanceName: Signal] = [:]
    /// The numbers of waiting events of instances that do not run, as far as the host has counted them.
    var waitingCounts: [InstanceName: Int] = [:]
    /// The number of takings over that go on.
    var recoveries = 0
    nonisolated let work = WorkUnderWay()
    nonisolated let places: ActivityPlaces
    nonisolated let queues = ActivityQueues()
    var queueReadings: [String: QueueReading] = [:]
    /// `nil` for a host that is not traced.
    nonisolated let traced: TracedActivities?
    var watchers: [InstanceName: [Int: Steps.Continuation]] = [:]
    var lastWatcher = 0
    /// Waiting for the end of all runs.
    var closers: [CheckedContinuation<Void, Never>] = []
    var background: [Task<Void, Never>] = []
    var renewal: Task<Void, Never>?
    /// Tells the observer of the load.
    var loadReport: Task<Void, Never>?
    /// The load of which the observer was told last.
    var lastLoad: DurableLoad?

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - store: The store of its instances.
    ///   - owner: The owner that the store names to others; by default this process.
    ///   - clock: The time by which deadlines fall due; by default that of the system.
    ///   - settings: The limits of the host.
    ///   - observer: Receives what happens in the host, which waits for it; from the tasks of activities, what happens
    ///     to them. Without an observer, each problem is one line in the log of the platform, which is `os.Logger` or
    ///     else standard error.
    public init(
        store: any DurableStore, owner: StoreOwner = StoreOwner(), clock: DurableClock = .system,
        settings: DurableSettings = DurableSettings(), observer: DurableObserver? = nil
    ) {
        reporter = DurableReporter(observer: observer)
        self.store = store
        self.owner = owner
        self.clock = clock
        self.settings = settings
        places = ActivityPlaces(limit: settings.activitiesAtOnce)
        traced = observer?.tracer.map { TracedActivities($0) }
    }

    /// Creates a host whose observer is a function.
    ///
    /// - Parameters:
    ///   - store: The store of its instances.
    ///   - owner: The owner that the store names to others; by default this process.
    ///   - clock: The time by which deadlines fall due; by default that of the system.
    ///   - settings: The limits of the host.
    ///   - observer: Receives what happens in the host, which waits for it; from the tasks of activities, what happens
    ///     to them.
    public init(
        store: any DurableStore, owner: StoreOwner = StoreOwner(), clock: DurableClock = .system,
        settings: DurableSettings = DurableSettings(), observer: @escaping @Sendable (DurableOccurrence) -> Void
    ) {
        self.init(
            store: store, owner: owner, clock: clock, settings: settings, observer: DurableObserver(observer))
    }

    /// Takes ownership of the store, and goes on with everything that was under way.
    ///
    /// Instances with waiting events, activities or due deadlines are taken up in the background; the host accepts
    /// events at once.
    ///
    /// After a crash, the instances at fault may be among those that the last host was taking up. These are taken up
    /// before all others, in groups and then alone; one with which the process ends as often as
    /// ``DurableSettings/crashesAlone`` allows is parked.
    ///
    /// - Throws: ``DurableError/storeInUse(by:)`` and the other errors of ``DurableStore/claim(by:at:)``;
    ///   ``DurableError/hostNotOpen`` if the host was opened before.
    public func open() async throws {
        guard case .new = condition else { throw DurableError.hostNotOpen }
        openingFailure = nil
        condition = .opening
        tasks = TaskSource(settings.run)
        do {
            let claimed = ownsNothing ? [] : try await store.claim(by: owner, at: clock.now)
            let leases = Leases(uniqueKeysWithValues: claimed.map { ($0.shard, $0) })
            do {
                try await findSuspects(in: claimed)
                guard case .opening = condition else { throw DurableError.hostNotOpen }
            } catch {
                await release(leases)
                throw error
            }
            condition = .open(leases)
            queues.open(settings.queues, lastSeen: claimed.compactMap(\.lastSeen).max().map { min($0, clock.now) })
            if store.isShared {
                reporter.report(.shardsChanged(own: claimed.count, gained: claimed.count, lost: 0))
            } else {
                for lease in claimed { reporter.report(.opened(lease)) }
            }
            if !store.hearsAtOnce { reporter.report(.asksForArrivals) }
            if let lastSeen = claimed.compactMap(\.lastSeen).max(), lastSeen > clock.now.addingTimeInterval(1) {
                reporter.report(problem: .clockSetBack(by: lastSeen.timeIntervalSince(clock.now)))
            }
            recoveries += 1
            reportLoadLater()
            if reporter.isObserved { tasks.start { [weak self] in await self?.reportCounts() } }
            background = [
                tasks.start { [weak self] in await self?.recover(claimed) }, removeOldRegularly(),
                takeUpFreeShards(), takeUpFreePlaces(), takeArrivalsAsTheyCome(),
            ].compactMap { $0 }
            renewal = renewRegularly()
        } catch {
            let error = DurableError(storeError: error)
            openingFailure = error
            if case .opening = condition { condition = .new }
            throw error
        }
    }

    /// Ends all runs, waits until everything is in the store, and gives up ownership.
    ///
    /// Activities are cancelled; the next host begins them again. A host that is not closed goes on, even if nothing
    /// refers to it, for as long as instances are in memory.
    public func close() async { await close(drainingUntil: nil) }

    /// Lets the activities that are under way finish, for a while, and then closes the host.
    ///
    /// No new work begins meanwhile: events are refused, no time-out fires, and an activity that a macrostep names
    /// begins with the next host.
    ///
    /// - Parameter duration: How long, by the clock of the host, activities may go on; the others are then cancelled,
    ///   and the next host begins them again.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func close(draining duration: Duration) async {
        await close(drainingUntil: clock.now.addingTimeInterval(duration / .seconds(1)))
    }

    private func close(drainingUntil limit: Date?) async {
        switch condition {
        case .new, .opening:
            condition = .closed
            return
        case .closing:
            // The earliest limit counts.
            if let limit { endDraining(at: limit) } else { work.endDraining() }
            return await untilAtRest()
        case .closed: return
        case .failed(let error, let leases):
            condition = .failed(error, nil)
            await untilAtRest()
            if let leases { await release(leases) }
        case .open(let leases):
            condition = .closing(leases)
            for task in background { task.cancel() }
            // Those that are at work need the leases until they have ended.
            defer { renewal?.cancel() }
            cancelPlans()
            if let limit { await drain(until: limit) }
            acquit(markedBefore: .distantFuture)
            for instance in Array(live.values) { stop(instance) }
            await untilAtRest()
            await reportCounts()
            guard case .closing(let leases) = condition else { return }
            condition = .closed
            endWatches()
            await release(leases)
            if reporter.isObserved { reporter.report(.load(load)) }
            reporter.report(.closed)
        }
    }

    /// Gives up the store, and tells if it is not left as it should be.
    private func release(_ leases: Leases) async {
        do {
            try await store.release(leases.values.sorted { $0.shard < $1.shard }, at: clock.now)
        } catch {
            reporter.report(problem: .storeFailed(DurableError(storeError: error), retryAfter: nil))
        }
    }

    /// Waits until no activity is at work any more.
    private func drain(until limit: Date) async {
        work.beginDraining()
        let timer = endDraining(at: limit)
        await work.untilDone()
        timer.cancel()
    }

    @discardableResult
    private func endDraining(at limit: Date) -> Task<Void, Never> {
        let clock = clock
        return tasks.start { [work] in
            try? await clock.sleep(until: limit)
            work.endDraining()
        }
    }

    /// Waits until nothing runs and everything is in the store.
    private func untilAtRest() async {
        while !live.isEmpty || isWriting {
            await withCheckedContinuation { closers.append($0) }
        }
    }

    /// The number of instances that are in memory: those with something to do, and some that are idle.
    public var instancesInMemory: Int { live.count }

    /// The leases of an open host, or also of one that closes.
    ///
    /// - Throws: ``DurableError/hostNotOpen``, ``DurableError/ownershipLost(to:)``.
    @discardableResult
    func leases(alsoWhenClosing: Bool = false) throws(DurableError) -> Leases {
        switch condition {
        case .open(let leases): return leases
        case .closing(let leases) where alsoWhenClosing: return leases
        case .new, .opening, .closing, .closed: throw .hostNotOpen
        case .failed(let error, _): throw error
        }
    }

    /// The generation of the lease of a shard; 0 without one.
    func generation(of shard: StoreShard) -> Int {
        (try? leases(alsoWhenClosing: true)[shard]?.generation) ?? 0
    }

    /// Whether the host leaves all instances of a store to other processes, because it knows no machine.
    var ownsNothing: Bool { machines.isEmpty && store.isShared }

    /// Checks that the host is open and owns the shard of an instance.
    func requireLease(for name: InstanceName) throws(DurableError) {
        let leases = try leases()
        if leases[store.shard(of: name)] == nil { throw .ownershipLost(to: "Another process") }
    }

    /// Checks that a machine is registered, and not another one of this name.
    func requireRegistration<Machine: DurableTransducer>(of machine: Machine.Type) throws(DurableError) {
        guard let kind = machines[Machine.machineName] else { throw .unregisteredMachine(Machine.machineName) }
        try refuse(kind, unlessFor: machine)
    }

    /// Checks that no other machine of this name is registered.
    func refuseNamesake<Machine: DurableTransducer>(of machine: Machine.Type) throws(DurableError) {
        if let kind = machines[Machine.machineName] { try refuse(kind, unlessFor: machine) }
    }

    /// Requires the host to be open, and not to have another type under the name of a machine.
    func requireOpen<Machine: DurableTransducer>(for machine: Machine.Type) throws(DurableError) {
        try leases()
        try refuseNamesake(of: machine)
    }

    private func refuse<Machine: DurableTransducer>(
        _ kind: any MachineKind, unlessFor machine: Machine.Type
    ) throws(DurableError) {
        if kind.type == ObjectIdentifier(machine) { return }
        throw .registeredForAnotherType(machine: kind.name, type: String(reflecting: Machine.self))
    }
}

// In an extension, whose functions are called directly and can be compiled for each machine.
extension DurableHost {
    /// Makes a machine known to the host, which has to be done before the host is opened.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - env: The dependencies of its effects.
    ///   - activitiesAtOnce: How many activities of the machine may be at work at once, for a service that takes no
    ///     more; any number by default. The others wait in their order.
    /// - Throws: ``DurableError/machineRegisteredTwice(_:)`` if the host has a machine of this name;
    ///   ``DurableError/registeredTooLate(machine:)`` if the host was opened before.
    @inlinable public func register<Machine: DurableTransducer>(
        _ machine: Machine.Type, env: Machine.Env, activitiesAtOnce: Int? = nil
    ) throws {
        // Made here, where the compiler finds the machine, so that it makes a run loop for it alone.
        try register(machine, env: env, activitiesAtOnce: activitiesAtOnce) { host, state, proxy, env, settings in
            host.run(state, proxy: proxy, env: env, settings)
        }
    }

    @usableFromInline func register<Machine: DurableTransducer>(
        _ machine: Machine.Type, env: Machine.Env, activitiesAtOnce: Int?, run: @escaping DurableMachine<Machine>.Runner
    ) throws {
        let kind = RegisteredMachine<Machine>(env: env, run: run)
        guard case .new = condition else { throw DurableError.registeredTooLate(machine: kind.name) }
        guard machines[kind.name] == nil else { throw DurableError.machineRegisteredTwice(kind.name) }
        machines[kind.name] = kind
        places.add(kind.name, limit: activitiesAtOnce)
    }

    /// Makes a machine without an environment known to the host.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - activitiesAtOnce: How many activities of the machine may be at work at once; any number by default.
    /// - Throws: ``DurableError/machineRegisteredTwice(_:)`` if the host has a machine of this name;
    ///   ``DurableError/registeredTooLate(machine:)`` if the host was opened before.
    @inlinable
    public func register<Machine: DurableTransducer>(
        _ machine: Machine.Type, activitiesAtOnce: Int? = nil
    ) throws where Machine.Env == Void {
        try register(machine, env: (), activitiesAtOnce: activitiesAtOnce)
    }
}

extension DurableError {
    /// The error of a store, which may be of any type.
    init(storeError error: any Error) {
        self = error as? DurableError ?? .storeFailed("\(error)")
    }
}
