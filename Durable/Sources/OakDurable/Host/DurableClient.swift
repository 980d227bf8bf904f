import Foundation
public import Oak

/// Sends events to the durable machines of other processes, starts them and waits for their ends.
///
/// A client owns nothing and runs no machine, so that a process needs the types of a machine and none of its
/// dependencies. It works on a store that several processes share, such as `PostgresStore`:
///
/// ```swift
/// import OakDurable
///
/// func buy(_ cents: Int, as id: String, _ store: any DurableStore) async throws {
///     let client = DurableClient(store: store)
///     let order = try await client.start(Order.self, id: DurableID(id), initialState: .open)
///     try await client.send(.pay(cents: cents), to: order, deduplication: "payment")
///     try await client.value(of: order)
/// }
/// ```
///
/// A call returns when its event or instance is durable. The process that owns the instance hears of it at once or, if
/// the hint of the database is lost, within a second; without such a process, the next one finds it.
public struct DurableClient: Sendable {
    let store: any DurableStore
    let clock: DurableClock

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - store: A store that ``DurableStore/isShared``.
    ///   - clock: The time at which instances begin; by default that of the system.
    public init(store: any DurableStore, clock: DurableClock = .system) {
        self.store = store
        self.clock = clock
    }

    /// Starts an instance, unless there is one with this id already.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - id: The id of the instance.
    ///   - initialState: The state to begin in.
    /// - Returns: The id.
    /// - Throws: Errors of the identities of activities, and errors of the store.
    @discardableResult
    public func start<Machine: DurableTransducer>(
        _ machine: Machine.Type, id: DurableID<Machine>, initialState: Machine.State
    ) async throws -> DurableID<Machine> {
        _ = try await create(try StoredInstance(of: id, beginningIn: initialState, at: clock.now))
        return id
    }

    /// Sends an event to an instance.
    ///
    /// The event is in the inbox of the instance when the call returns. After an error of the store, it may be there
    /// all the same; send it again with the same deduplication key to be sure.
    ///
    /// The limit of an inbox (``DurableSettings/waitingEvents``) does not count for such events.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The id of the instance.
    ///   - deduplication: A key that names the event: the instance ignores further events with the same key.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/instanceEnded(_:)``,
    ///   ``DurableError/instanceCancelled(_:)``, and errors of the store.
    public func send<Machine: DurableTransducer>(
        _ event: Machine.Event, to id: DurableID<Machine>, deduplication: String? = nil
    ) async throws {
        let data = try encoded(event, id.name, "event")
        try await send(data, version: Machine.machineVersion, to: id.name, deduplication: deduplication)
    }

    /// Returns the output of an instance as soon as it has ended.
    ///
    /// Asks the store at least once a second.
    ///
    /// - Parameter id: The id of the instance.
    /// - Returns: The output of the transition to the terminal state.
    /// - Throws: ``DurableError/instanceFailed(_:problem:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/unknownInstance(_:)``, `CancellationError` when the calling task is cancelled first, and errors
    ///   of the store.
    @discardableResult
    public func value<Machine: DurableTransducer>(
        of id: DurableID<Machine>
    ) async throws -> Machine.Output where Machine.Output: Decodable {
        try await ended(id.name).decodedOutput(Machine.Output.self)
    }

    /// Returns as soon as an instance without outputs has ended.
    ///
    /// Asks the store at least once a second.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/instanceFailed(_:problem:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/unknownInstance(_:)``, `CancellationError` when the calling task is cancelled first, and errors
    ///   of the store.
    public func value<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws
    where Machine.Output == Void {
        _ = try await ended(id.name)
    }

    /// Returns the state of an instance after its last durable macrostep, also if it has ended or failed.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/undecodable(_:part:reason:)``, errors of
    ///   migrations and of the store.
    public func state<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws -> Machine.State {
        try DurableState<Machine>.state(of: try await store.existing(id.name))
    }

    /// Returns the condition of an instance, and its problem if it has failed.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, and errors of the store.
    public func summary<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws -> InstanceSummary {
        try await store.existingSummary(of: id.name)
    }

    // MARK: For hosts, whose instances others may own

    func create(_ new: StoredInstance) async throws -> StoreAnswer {
        try await store.send(StoredMessage(to: new.name, .start(new)), deduplication: nil, at: clock.now)
    }

    func send(
        _ event: Data, version: Int, to name: InstanceName, deduplication: String?, in context: TraceContext = [:]
    ) async throws {
        let message = StoredMessage(to: name, .event(event, version: version), context: context)
        try await store.send(message, deduplication: deduplication, at: clock.now).requireSuccess(of: name)
    }

    private func ended(_ name: InstanceName) async throws -> StoredInstance {
        var poll = Poll(clock: clock)
        while true {
            let present = try await store.existing(name)
            if try present.hasEnded { return present }
            try await poll.pause()
        }
    }
}

/// The pauses between questions whose answer another process changes.
struct Poll {
    let clock: DurableClock
    private var seconds = 0.05

    init(clock: DurableClock) { self.clock = clock }

    /// Waits for a while, each time twice as long as before, and a second at most.
    ///
    /// - Throws: `CancellationError`.
    mutating func pause() async throws {
        let time = seconds
        seconds = min(2 * seconds, 1)
        try await clock.sleep(until: clock.now.addingTimeInterval(time))
    }
}

extension StoredInstance {
    /// Whether the instance has ended.
    ///
    /// - Throws: ``DurableError/instanceCancelled(_:)``, ``DurableError/instanceFailed(_:problem:)``.
    var hasEnded: Bool {
        get throws(DurableError) {
            switch summary.status {
            case .running: false
            case .ended: true
            case .cancelled: throw .instanceCancelled(summary.name)
            case .failed: throw .instanceFailed(summary.name, problem: summary.problem ?? "")
            }
        }
    }

    /// The output of an instance that has ended.
    func decodedOutput<Output: Decodable>(_ type: Output.Type) throws(DurableError) -> Output {
        guard let output else {
            throw .undecodable(summary.name, part: "output", reason: "the machine has ended without an output")
        }
        return try decoded(type, output, summary.name, "output")
    }
}
