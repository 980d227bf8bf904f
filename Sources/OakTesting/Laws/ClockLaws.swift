import Oak

/// Checks that a clock measures time and wakes sleepers as machines with delayed effects require.
///
/// Pass `advance` for a clock whose time passes on request. Without it, the laws that need time to pass are skipped,
/// and a sleep that never returns is not detected.
///
/// ```swift
/// import OakTesting
/// await checkLaws(ofClock: { TestClock() }, tick: .seconds(1)) { clock, duration in
///     await clock.advance(by: duration)
/// }
/// await checkLaws(ofClock: { ContinuousClock() }, tick: .seconds(1))
/// ```
///
/// - Parameters:
///   - make: Makes a clock.
///   - tick: A duration above zero, in the clock's unit. Sleeps are multiples of it; none of them is awaited in real
///     time.
///   - advance: Advances the clock by the given duration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func checkLaws<C: Clock>(
    ofClock make: @escaping @Sendable () -> C, tick: C.Duration,
    advance: (@Sendable (C, C.Duration) async throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
    let site = CallSite(fileID, filePath, line, column)
    guard tick > .zero else { return report("Checking a clock takes a tick above zero, not \(tick).", at: site) }
    await check(
        ClockLaws(make: make, tick: tick, advance: advance).all, of: "\(C.self)",
        patience: advance == nil ? .max : 0, at: site)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ClockLaws<C: Clock>: Sendable {
    let make: @Sendable () -> C
    let tick: C.Duration
    let advance: (@Sendable (C, C.Duration) async throws -> Void)?

    @LawList var all: [Law] {
        Law("`now` never goes backwards.") { experiment in
            let clock = make()
            experiment.does("read `now` a hundred times")
            var last = clock.now
            for _ in 0..<100 {
                let now = clock.now
                try experiment.expect(now >= last, "no moment before \(last)", seen: now)
                last = now
            }
        }

        Law("Moments and durations agree with each other.") { experiment in
            let now = make().now
            for count in 0...5 {
                let duration = tick * count
                let later = now.advanced(by: duration)
                experiment.does("advanced a moment by \(duration)")
                try experiment.expect(now.duration(to: later), is: duration, "it is \(duration) from there")
                try experiment.expect(later.duration(to: now), is: .zero - duration, "and as much back")
                try experiment.expect(
                    (now < later) == (count > 0) && !(later < now), "it is after the other, unless it is the same",
                    seen: "\(now) and \(later)")
                try experiment.expect(
                    later.advanced(by: .zero - duration), is: now, "advanced back, it is the moment it was")
            }
        }

        Law("A sleep until a moment that is over returns at once.") { experiment in
            let clock = make()
            for count in [0, 1, 1_000] {
                experiment.does("slept until \(tick * count) before `now`")
                try await clock.sleep(until: clock.now.advanced(by: .zero - tick * count), tolerance: nil)
            }
        }

        Law("A task that is cancelled already does not sleep.") { experiment in
            let clock = make()
            experiment.does("cancelled a task, and slept in it for \(tick * 1_000)")
            let sleep = experiment.start {
                while !Task.isCancelled { await Task.yield() }
                try await clock.sleep(until: clock.now.advanced(by: tick * 1_000), tolerance: nil)
            }
            sleep.cancel()
            try await experiment.expectCancellation(of: sleep)
        }

        Law("A sleep that is cancelled throws `CancellationError` at once.") { experiment in
            let clock = make()
            experiment.does("slept for \(tick * 1_000), and cancelled the task")
            let sleep = experiment.start {
                try await clock.sleep(until: clock.now.advanced(by: tick * 1_000), tolerance: nil)
            }
            await experiment.idle()
            sleep.cancel()
            try await experiment.expectCancellation(of: sleep)
        }

        if let advance {
            Law("`now` is as much later as time has passed.") { experiment in
                let clock = make()
                for count in 1...3 {
                    let before = clock.now
                    experiment.does("let \(tick * count) pass")
                    try await advance(clock, tick * count)
                    try experiment.expect(
                        before.duration(to: clock.now), is: tick * count, "`now` is \(tick * count) later")
                }
            }

            Law("Sleepers wake in the order of their deadlines, whenever they began to sleep.") { experiment in
                let clock = make()
                let woken = Protected<[Int]>([])
                let start = clock.now
                experiment.does(
                    "slept until 3, 1, 2 and 4 ticks from now, each in a task, and let 1, 2 and 1 ticks pass")
                for count in [3, 1, 2, 4] {
                    experiment.start {
                        try await clock.sleep(until: start.advanced(by: tick * count), tolerance: nil)
                        woken.withLock { $0.append(count) }
                    }
                }
                await experiment.idle()
                for (ticks, expected) in [(1, [1]), (2, [1, 2, 3]), (1, [1, 2, 3, 4])] {
                    try await advance(clock, tick * ticks)
                    await experiment.idle()
                    try experiment.expect(woken.withLock { $0 }, is: expected, "\(expected) are awake then")
                }
            }

            Law("No sleeper wakes before its deadline, and a cancelled one does not keep others asleep.") {
                experiment in
                let clock = make()
                let woken = Protected<[String]>([])
                let deadline = clock.now.advanced(by: tick * 2)
                experiment.does("slept for 2 ticks in two tasks, cancelled the first, and let one tick pass")
                let first = experiment.start {
                    try await clock.sleep(until: deadline, tolerance: nil)
                    woken.withLock { $0.append("first") }
                }
                experiment.start {
                    try await clock.sleep(until: deadline, tolerance: nil)
                    woken.withLock { $0.append("second") }
                }
                await experiment.idle()
                first.cancel()
                try await advance(clock, tick)
                await experiment.idle()
                let early = woken.withLock { $0 }
                try experiment.expect(early.isEmpty, "nobody is awake", seen: early)
                experiment.does("let the other tick pass")
                try await advance(clock, tick)
                await experiment.idle()
                try experiment.expect(woken.withLock { $0 }, is: ["second"], "the second is awake")
            }
        }
    }
}
