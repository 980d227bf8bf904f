import Oak
import OakTesting
import Testing

@testable import WebHost

@Suite("Attendance", .timeLimit(.minutes(2)))
struct AttendanceTests {
    @Test("A session whose page is away ends at once when it is told to")
    func endWhileAway() async throws {
        let clock = TestClock()
        let visit = Visit()
        let host = TransducerHost(
            of: Attendance.self, initialState: .present(visit),
            env: Attendance.Env(clock: clock, absence: .seconds(30)))
        try await host.send(.gone(visit))
        try await host.send(.end(.shuttingDown))
        _ = try await host.value
    }
}
