import OakTesting

/// A clock for tests that records the sleeping tasks that were cancelled.
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

/// A clock whose waits return at once.
struct ImmediateClock: Clock {
    let base = TestClock()

    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
