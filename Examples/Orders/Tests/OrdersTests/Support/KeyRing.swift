import Crypto
import Foundation
import OakDurable

/// A codec that encrypts with AES-GCM, and marks each payload with the name of its key.
struct KeyRing: DurableCodec {
    struct MissingKey: Error { let name: UInt8? }

    var keys: [UInt8: SymmetricKey]
    /// The name of the key for new payloads.
    var current: UInt8

    func encode(_ payload: Data) throws -> Data {
        guard let key = keys[current],
            let box = try AES.GCM.seal(payload, using: key, authenticating: [current]).combined
        else { throw MissingKey(name: current) }
        return [current] + box
    }

    func decode(_ payload: Data) throws -> Data {
        guard let name = payload.first, let key = keys[name] else { throw MissingKey(name: payload.first) }
        return try AES.GCM.open(AES.GCM.SealedBox(combined: payload.dropFirst()), using: key, authenticating: [name])
    }
}
