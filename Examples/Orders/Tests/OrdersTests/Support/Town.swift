import OakTesting
import Orders
import Synchronization

/// A bank and a warehouse for one order, which outlive processes.
///
/// Until the last process, requests and answers are lost now and then. A lost request may still arrive later, also when
/// its process has crashed.
final class Town: Sendable {
    /// A mistake of the bank.
    enum Fault: Sendable { case repeatsCharges, forgetsVoids }

    private enum Reservation { case reserved, released, soldOut }

    private struct Books {
        var stock = 1
        var reservation: Reservation?
        /// Whether the bank has approved the charge.
        var decision: Bool?
        var isVoid = false
        /// How often the card was charged.
        var charges = 0
        var parcels = 0
    }

    private typealias Request = @Sendable (inout Books) -> Void

    private struct Contents {
        var books = Books()
        /// Requests that are on their way.
        var late: [Request] = []
        /// Decides on the luck of requests; `nil` if everything arrives.
        var random: SeededGenerator?
    }

    private let contents = Mutex(Contents())
    private let fault: Fault?

    init(_ fault: Fault? = nil) { self.fault = fault }

    /// Begins to serve a process.
    ///
    /// - Parameter seed: Decides on its luck; `nil` lets all requests and answers arrive.
    func begin(seed: UInt64?) { contents.withLock { $0.random = seed.map { SeededGenerator(seed: $0) } } }

    /// Lets everything arrive that is on its way.
    func deliverAll() {
        contents.withLock { contents in
            for request in contents.late { request(&contents.books) }
            contents.late = []
        }
    }

    /// Whether money, article and parcel are where they belong when an order has ended.
    func balances(after end: Order.State) -> Bool {
        let books = contents.withLock { $0.books }
        let isShipped = if case .shipped = end { true } else { false }
        return books.charges == (isShipped ? 1 : 0) && books.parcels == (isShipped ? 1 : 0)
            && books.stock == (isShipped ? 0 : 1)
    }

    var text: String { "\(contents.withLock { $0.books })" }

    var env: Order.Env {
        Order.Env(
            reserve: { _, _ in
                try await self.ask { books, isLucky in
                    if books.reservation == nil {
                        books.reservation = isLucky ? .reserved : .soldOut
                        if isLucky { books.stock -= 1 }
                    }
                    return books.reservation == .soldOut ? .soldOut(article: "tea") : .reserved
                }
            },
            charge: { [fault] _ in
                try await self.ask(isUnreachable: .unreachable) { books, isLucky in
                    if books.isVoid { return .declined("the charge is void") }
                    if books.decision == nil || fault == .repeatsCharges {
                        books.decision = books.decision ?? isLucky
                        if books.decision == true { books.charges += 1 }
                    }
                    return books.decision == true ? .approved : .declined("no money")
                }
            },
            ship: { _ in
                try await self.ask { books, _ in
                    books.parcels = 1
                    return 1
                }
            },
            voidCharge: { [fault] _, _ in
                try await self.ask { books, _ in
                    books.charges = 0
                    books.isVoid = fault != .forgetsVoids
                }
            },
            release: { _ in
                try await self.ask { books, _ in
                    if books.reservation == .reserved { books.stock += 1 }
                    books.reservation = .released
                }
            })
    }

    /// Makes a request, which may be lost, be late, or have an answer that is lost.
    ///
    /// - Parameters:
    ///   - failure: The answer of a service that cannot be reached; without one, there is silence.
    ///   - serve: Carries out the request.
    private func ask<Answer: Sendable>(
        isUnreachable failure: Answer? = nil, _ serve: @escaping @Sendable (inout Books, _ isLucky: Bool) -> Answer
    ) async throws -> Answer {
        let answer = contents.withLock { contents -> Answer? in
            guard var random = contents.random else { return serve(&contents.books, true) }
            defer { contents.random = random }
            let isLucky = Int.random(in: 0..<5, using: &random) > 0
            if !contents.late.isEmpty, Bool.random(using: &random) { contents.late.removeFirst()(&contents.books) }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: return failure
            case 1, 2, 3:
                contents.late.append { _ = serve(&$0, isLucky) }
                return Bool.random(using: &random) ? failure : nil
            case 4:
                _ = serve(&contents.books, isLucky)
                return nil
            case _: return serve(&contents.books, isLucky)
            }
        }
        if let answer { return answer }
        return try await Gate<Answer>("an answer that is lost").wait()
    }
}
