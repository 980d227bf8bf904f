public import Foundation

/// A store that gives the payloads of another one to a codec.
///
/// ```swift
/// import Foundation
/// import OakDurable
///
/// /// A codec that hides nothing.
/// struct Base64: DurableCodec {
///     struct NotBase64: Error {}
///
///     func encode(_ payload: Data) throws -> Data { payload.base64EncodedData() }
///
///     func decode(_ payload: Data) throws -> Data {
///         guard let result = Data(base64Encoded: payload) else { throw NotBase64() }
///         return result
///     }
/// }
///
/// let host = DurableHost(store: EncodedStore(MemoryStore(), codec: Base64()))
/// try await host.open()
/// await host.close()
/// ```
///
/// Payloads are states and outputs, events in the inbox and of time-outs, messages of instances and schedules, their
/// refusals and the events of watches, and the events, outputs and states of the journal. The rest stays readable in
/// the store: machines, ids, versions and conditions of instances, tags, names of activities and time-outs with their
/// identities, names of queues and schedules, numbers of attempts, deduplication keys, times, contexts of traces, and
/// the problems of failed instances. An error may name values, and is kept as a problem.
///
/// A payload that the codec cannot decode makes the reading of its instance fail with
/// ``DurableError/undecodable(_:part:reason:)``. The host leaves this instance alone, tells its observer, and runs the
/// others; the next process tries again. The instance can be listed and cancelled all the same, and its events be
/// skipped.
///
/// A payload that cannot be encoded makes its transaction fail with ``DurableError/storeFailed(_:)`` before anything is
/// stored. A transaction may have changes of several instances, which then fail together, so a codec encodes each
/// payload or, for want of a key, none.
public struct EncodedStore<Base: DurableStore, PayloadCodec: DurableCodec>: Sendable {
    /// The store that keeps the encoded payloads.
    public let base: Base

    /// The codec.
    public let codec: PayloadCodec

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - base: The store that keeps the encoded payloads.
    ///   - codec: The codec.
    public init(_ base: Base, codec: PayloadCodec) {
        self.base = base
        self.codec = codec
    }

    private func encoded(_ batches: [StoreBatch]) throws -> [StoreBatch] {
        try batches.map { batch in
            StoreBatch(try batch.changes.map { try $0.mapPayloads(encode) }, under: batch.lease)
        }
    }

    func encode(_ payload: Data, _ part: PayloadPart) throws -> Data {
        do {
            return try codec.encode(payload)
        } catch {
            throw DurableError.storeFailed("The codec cannot encode the \(part) of an instance: \(error)")
        }
    }

    private func decode(_ payload: Data, _ part: PayloadPart) throws -> Data {
        do { return try codec.decode(payload) } catch { throw Undecodable(part: part, cause: error) }
    }

    private func decoded(_ answers: [StoreAnswer]) -> [StoreAnswer] { answers.map { $0.mapPayloads(decode) } }

    private func decoded(_ instance: StoredInstance) throws -> StoredInstance {
        do {
            return try instance.mapPayloads(decode)
        } catch let error as Undecodable {
            throw error.durableError(of: instance.name)
        }
    }

    /// An entry that cannot be decoded hides none of those behind it.
    private func decoded(_ entry: StoredFeedEntry) throws -> StoredFeedEntry {
        var result = entry
        do {
            result.instance = try decoded(entry.instance)
        } catch let error as DurableError {
            result.instance = StoredInstance(entry.instance.summary, state: Data())
            result.problem = error
        }
        return result
    }

    /// Decodes rows of an instance, whose name is read for an error only.
    private func decoded<Row>(
        _ rows: [Row], of key: InstanceKey, _ map: (Row) -> (PayloadTransform) throws -> Row
    ) async throws -> [Row] {
        do {
            return try rows.map { try map($0)(decode) }
        } catch let error as Undecodable {
            let found = try await base.list(InstanceQuery(after: key - 1, limit: 1))
            // One that was removed meanwhile has no rows.
            guard let instance = found.first, instance.key == key else { return [] }
            throw error.durableError(of: instance.name)
        }
    }
}

/// The error of a codec, before it is known which instance it is about.
private struct Undecodable: Error {
    let part: PayloadPart
    let cause: any Error

    func durableError(of name: InstanceName) -> DurableError {
        .undecodable(name, part: "\(part)", reason: "\(cause)")
    }
}

@_documentation(visibility: internal)
extension EncodedStore: StoreLayer {
    package var inner: any DurableStore { base }

    public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try await base.commit(encoded(batches), at: now).map(decoded)
    }

    public var commitsAtOnce: Bool { base.commitsAtOnce }

    public func commitAtOnce(_ batches: [StoreBatch], at now: Date) throws -> [[StoreAnswer]]? {
        // A payload is encoded once.
        guard base.commitsAtOnce else { return nil }
        return try base.commitAtOnce(encoded(batches), at: now)?.map(decoded)
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try await base.instance(name).map(decoded)
    }

    public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        try await base.instances(names).map(decoded)
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        let events = try await base.inbox(of: instance, after: number, limit: limit)
        return try await decoded(events, of: instance, StoredEvent.mapPayloads)
    }

    public func changes(
        of machine: String, after position: FeedPosition, limit: Int
    ) async throws -> [StoredFeedEntry] {
        try await base.changes(of: machine, after: position, limit: limit).map(decoded)
    }

    public func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        try await base.send(try message.mapPayloads(encode), deduplication: deduplication, at: now)
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        let entries = try await base.journal(of: instance, after: number, limit: limit)
        return try await decoded(entries, of: instance, JournalEntry.mapPayloads)
    }
}
