import Foundation

/// An event from outside on its way through a host.
@usableFromInline final class Ticket {
    @usableFromInline typealias ID = Int

    let id: ID
    let version: Int
    let data: Data
    /// The event itself, which a run in this process need not decode; `nil` if it comes from the store.
    let event: (any Sendable)?
    let deduplication: String?
    /// The span in which it was sent, in a host that is traced.
    let origin: TraceOrigin?

    /// The number in the inbox, once the store has the event.
    var number: EventNumber?
    /// Whether the event is on its way into the inbox.
    var isBeingStored = false
    /// Whether the event is in the inbox, or on its way there.
    var isAcknowledged: Bool { number != nil || isBeingStored }
    /// Told when the event is durable.
    var sender: UnsafeContinuation<Void, any Error>?
    /// The result, if it is known before the sender waits for it.
    private(set) var outcome: Result<Void, any Error>?

    /// - Parameters:
    ///   - id: Distinguishes the tickets of a host, in the order of arrival.
    ///   - version: The version of the machine that the event was encoded for.
    ///   - data: The encoded event.
    ///   - event: The event itself, unless it comes from the store.
    ///   - deduplication: The key by which a repetition is recognised.
    ///   - origin: The span in which it was sent.
    ///   - number: The number in the inbox, if the event comes from there.
    init(
        id: ID, version: Int, data: Data, event: (any Sendable)? = nil, deduplication: String? = nil,
        origin: TraceOrigin?, number: EventNumber? = nil
    ) {
        self.id = id
        self.version = version
        self.data = data
        self.event = event
        self.deduplication = deduplication
        self.origin = origin
        self.number = number
    }

    /// Tells the sender that the event is durable, or why it is not.
    func settle(_ result: Result<Void, any Error>) {
        if let sender = sender.take() { sender.resume(with: result) } else { outcome = outcome ?? result }
    }
}

/// The way from the run of an instance to its host.
@usableFromInline struct InstanceLink: Sendable {
    let host: DurableHost
    let name: InstanceName
    /// The key of the instance.
    let key: InstanceKey
    /// Distinguishes the runs of a host, so that a run that was given up cannot write.
    let run: Int
    /// The generation of the lease under which the instance runs.
    let fencingToken: Int

    /// Hands over a macrostep, which becomes durable after all those before it.
    @usableFromInline func submit<Machine: DurableTransducer>(_ record: StepRecord<Machine>) throws {
        try host.assumeIsolated { try $0.submit(record, of: self) }
    }

    /// Returns when everything that the instance has done so far is durable.
    ///
    /// - Parameter ticket: An event that has to be in the store before work on it begins.
    @usableFromInline func makeDurable(_ ticket: Ticket.ID?) async throws {
        try await host.makeDurable(ticket, of: self)
    }

    /// Reports the end of the run.
    @usableFromInline func noteEnd(with result: Result<Void, any Error>) {
        host.assumeIsolated { $0.noteEnd(of: self, with: result) }
    }

    /// Tells the host something, from its own actor.
    @usableFromInline func tell(_ news: @Sendable (isolated DurableHost, InstanceLink) -> Void) {
        host.assumeIsolated { news($0, self) }
    }
}
