import OakTesting

/// A clock for tests that tells of those who were cancelled while they slept.
struct WatchedClock: Clock {
    let base = TestClock()
    let cancelled = Tally()

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        do { try await base.sleep(until: deadline, tolerance: tolerance) } catch {
            cancelled.note()
            throw error
        }
    }
}

/// A clock on which nobody has to wait.
struct ImmediateClock: Clock {
    let base = TestClock()

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
