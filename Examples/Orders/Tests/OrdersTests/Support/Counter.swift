import OakDurable
import Orders
import Synchronization

/// A bank and a warehouse of one shop, which record their requests.
final class Counter: Sendable {
    /// A call that the counter has noted.
    enum Call: Hashable, Sendable {
        case reserve(String)
        case charge(String, key: String)
        case ship(String)
        case voidCharge(String)
        case release(String)
    }

    private let noted = Mutex<[Call]>([])
    private let bank: @Sendable () async throws -> BankAnswer

    /// - Parameter bank: The answer of the bank to a charge.
    init(bank: @escaping @Sendable () async throws -> BankAnswer = { .approved }) { self.bank = bank }

    var calls: [Call] { noted.withLock { $0 } }

    var charges: [Call] { calls.filter { if case .charge = $0 { true } else { false } } }

    var env: Order.Env {
        Order.Env(
            reserve: { _, order in
                self.note(.reserve(order))
                return .reserved
            },
            charge: { request in
                self.note(.charge(request.order, key: "\(request.key)"))
                return try await self.bank()
            },
            ship: { order in
                self.note(.ship(order))
                return 1
            },
            voidCharge: { order, _ in self.note(.voidCharge(order)) },
            release: { order in self.note(.release(order)) })
    }

    /// The environment, with another way to void a charge.
    func env(voidCharge: @escaping @Sendable () async throws -> Void) -> Order.Env {
        var env = env
        env.voidCharge = { _, _ in try await voidCharge() }
        return env
    }

    private func note(_ call: Call) { noted.withLock { $0.append(call) } }
}
