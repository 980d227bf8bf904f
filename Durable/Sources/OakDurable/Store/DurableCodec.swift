public import Foundation

/// A transformation of the payloads that a store keeps: states, events and outputs.
///
/// A payload is JSON until an ``EncodedStore`` gives it to a codec, which encrypts or compresses it, for example.
/// <doc:MachinesThatSurvive> has a codec that encrypts with a ring of keys.
///
/// A payload stays in the store as long as its instance or its entry of the journal. A codec therefore decodes all that
/// it has ever encoded, in each process. One that changes its key marks each payload with the name of the key.
///
/// A codec is called on the actor of the host and by several threads at once. It therefore answers from memory, and
/// leaves the fetching of keys to the start of the program.
public protocol DurableCodec: Sendable {
    /// Transforms a payload on its way into the store.
    ///
    /// - Parameter payload: The payload, which is JSON.
    /// - Returns: The bytes for the store, which need not be the same each time.
    /// - Throws: Any error. The transaction then fails with ``DurableError/storeFailed(_:)``, and the host tries again
    ///   as after any error of the store.
    func encode(_ payload: Data) throws -> Data

    /// Transforms bytes on their way out of the store.
    ///
    /// - Parameter payload: The result of an earlier ``encode(_:)``, perhaps in another process; or JSON that was
    ///   stored without a codec.
    /// - Returns: The payload as it was before it was encoded.
    /// - Throws: Any error. The host then leaves the instance alone, because of
    ///   ``DurableError/undecodable(_:part:reason:)``.
    func decode(_ payload: Data) throws -> Data
}
