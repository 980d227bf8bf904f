import Billing
import Commons
import OakDurable
import OakTesting
import Synchronization

/// A gateway in memory that notes each request, and tells when there have been enough.
final class Teller: Sendable {
    private struct Notes {
        var keys: [String] = []
        var awaited: (count: Int, gate: Gate<Void>)?
    }

    private let notes = Mutex(Notes())
    private let decide: @Sendable (_ count: Int, GatewayRequest) async throws -> GatewayAnswer

    /// - Parameter decide: The answer to a request, given the number of requests so far.
    init(
        _ decide: @escaping @Sendable (_ count: Int, GatewayRequest) async throws -> GatewayAnswer = { _, _ in .approved
        }
    ) {
        self.decide = decide
    }

    var keys: [String] { notes.withLock { $0.keys } }

    var charge: Subscription.Env {
        { request in
            let (count, reached) = self.notes.withLock { notes in
                notes.keys.append("\(request.key)")
                guard let awaited = notes.awaited, notes.keys.count >= awaited.count else {
                    return (notes.keys.count, nil as Gate<Void>?)
                }
                notes.awaited = nil
                return (notes.keys.count, awaited.gate)
            }
            reached?.open()
            return try await self.decide(count, request)
        }
    }

    /// Returns when there have been so many requests.
    func until(_ count: Int) async throws {
        let gate = Gate<Void>("request \(count)")
        let isReached = notes.withLock { notes in
            if notes.keys.count >= count { return true }
            notes.awaited = (count, gate)
            return false
        }
        if !isReached { try await gate.wait() }
    }
}
