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
        token = randomToken()
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
}

/// A text that nobody can guess, of 128 random bits.
package func randomToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
        let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
}
