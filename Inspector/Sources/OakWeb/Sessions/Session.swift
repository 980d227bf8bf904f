import Oak

/// A machine for a user who has opened a page, from the first visit until the machine and all its work have ended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Session: Sendable {
    /// The secret with which a page can resume it.
    let token: String
    let path: String
    let performance: any Performance
    let attendance: TransducerHost<Attendance>
    let usage: Usage

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - page: The opened page.
    ///   - visit: Its first visit.
    ///   - limits: The limits.
    ///   - clock: Measures the time limits.
    init(of page: Page, visit: Visit, limits: Limits, clock: any Clock<Duration>) {
        token = Session.makeToken()
        path = page.path
        usage = Usage(limits: limits, clock: clock)
        performance = page.open()
        attendance = TransducerHost(
            of: Attendance.self, initialState: .present(visit),
            env: Attendance.Env(clock: clock, absence: limits.absence))
    }

    /// Returns when no further visit is possible, and the machine has ended.
    ///
    /// - Returns: The error of the machine, if it has failed.
    func untilEnded() async -> (any Error)? {
        _ = try? await attendance.value
        await performance.cancel()
        switch await performance.end {
        case .success, .failure(TransducerError.cancelled): return nil
        case .failure(let error): return error
        }
    }

    /// Ends it, and tells the page why.
    func end(_ farewell: Farewell) async { await tell(.end(farewell)) }

    /// Records the end of a visit.
    func part(from visit: Visit) async { await tell(.gone(visit)) }

    /// Sends an event that must not get lost: the task of the sender may be cancelled, as that of a server that ends.
    private func tell(_ event: Attendance.Event) async {
        // The session may have ended already, which does not matter.
        await Task { try? await attendance.proxy.send(event) }.value
    }

    /// An unguessable secret: 128 random bits.
    private static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 36)
            return String(repeating: "0", count: 13 - digits.count) + digits
        }.joined()
    }
}
