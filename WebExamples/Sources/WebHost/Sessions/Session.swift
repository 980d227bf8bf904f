import Oak

/// A machine for somebody who has opened a page, from the first visit until it has ended with everything it had under way.
final class Session: Sendable {
    /// What it is known by; who knows it can come back.
    let token: String
    let path: String
    let performance: any Performance
    let attendance: TransducerHost<Attendance>
    let usage: Usage

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - page: The page that was opened.
    ///   - visit: Its first visit.
    ///   - limits: What it is granted.
    ///   - clock: Measures how long it is granted for.
    init(of page: Page, visit: Visit, limits: Limits, clock: any Clock<Duration>) {
        token = Session.makeToken()
        path = page.path
        usage = Usage(limits: limits, clock: clock)
        performance = page.open()
        attendance = TransducerHost(
            of: Attendance.self, initialState: .present(visit),
            env: Attendance.Env(clock: clock, absence: limits.absence))
    }

    /// Returns when nobody will come any more, and the machine has ended.
    ///
    /// - Returns: Why the machine has failed, if it has.
    func untilEnded() async -> (any Error)? {
        _ = try? await attendance.value
        await performance.cancel()
        switch await performance.end {
        case .success, .failure(TransducerError.cancelled): return nil
        case .failure(let error): return error
        }
    }

    /// Ends it; the page is told why.
    func end(_ farewell: Farewell) async { await tell(.end(farewell)) }

    /// Notes that a visit is over.
    func part(from visit: Visit) async { await tell(.gone(visit)) }

    /// Says something that must not be missed: whoever says it may have been cancelled, as a server that ends is.
    private func tell(_ event: Attendance.Event) async {
        // It does not matter whether the session has ended already.
        await Task { try? await attendance.send(event) }.value
    }

    /// Something that nobody can guess: 128 random bits.
    private static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
