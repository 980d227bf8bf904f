import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Events in even intervals", .timeLimit(.minutes(20)))
struct EveryTests {
    @Test("C19 An event comes after each interval, and none after cancellation")
    func even() async throws {
        try await interleave(seed: 1) {
            let told = try await Clockwork.play { session in
                try await session.carryOut(.every(.seconds(1), id: "x", sending: .told("tick"), clock: \.clock))
                await session.pass(.milliseconds(3_500))
                try await session.proxy.sendWaitingForRoom(.told("half"))
                await session.pass(.milliseconds(500))
                try await session.carryOut(.cancelTask("x"))
                await session.pass(.seconds(60))
            }
            expectThat(told == ["tick", "tick", "tick", "half", "tick"], "\(told)")
        }
    }

    @Test("C16 A late receiver gets one event for all that fell due, and those after it on time")
    func late() async throws {
        try await interleave(seed: 1) {
            let clock = TestClock()
            let (entered, left) = (Recorder<Duration>(), Gate<Void>())
            let busy = Clockwork.Effect(action: { _ in
                try await left.wait()
                return [Clockwork.Event]()
            })
            let observer = MachineObserver(of: Clockwork.self) { occurrence in
                if case .eventTaken(.told, _) = occurrence { entered.record(clock.now.offset) }
            }
            _ = try await Clockwork.play(env: .init(clock), observer: observer) { session in
                try await session.carryOut(.every(.seconds(1), sending: .told("tick"), clock: \.clock))
                await session.pass(.seconds(1))
                try await session.carryOut(busy)
                // The event of 2 finds the machine busy and waits; those of 3, 4 and 5 are that one, too.
                for _ in 0..<9 { await session.pass(.milliseconds(500)) }
                left.open()
                await idle()
                await session.pass(.milliseconds(1_500))
            }
            expectThat(
                entered.values == [.seconds(1), .milliseconds(5_500), .seconds(6), .seconds(7)], "\(entered.values)")
        }
    }

    @Test("C16 For any size of the mailbox, one event is under way")
    func onePlace() async throws {
        try await interleave(seed: 1) {
            let left = Gate<Void>()
            let told = try await Clockwork.play(bufferSize: 100) { session in
                try await session.carryOut(
                    .every(.seconds(1), id: "x", sending: .told("tick"), clock: \.clock),
                    Clockwork.Effect(action: { _ in
                        try await left.wait()
                        return [Clockwork.Event]()
                    }))
                for _ in 0..<50 { await session.pass(.seconds(1)) }
                try await session.proxy.sendWaitingForRoom(.carryOut([.cancelTask("x")]))
                left.open()
                await idle()
            }
            expectThat(told == ["tick"], "\(told)")
        }
    }

    @Test("C19 Without clocks the time is real; an interval of nothing is as long as can be told")
    func floor() async throws {
        for effect in [
            Clockwork.Effect.every(nanoseconds: 0, sending: .told("tick")),
            .every(.seconds(-1), sending: .told("tick")), .every(.zero, id: 1, sending: .told("tick")),
        ] {
            let proxy = Clockwork.Proxy(initialEvent: .carryOut([effect]))
            let count = Counter()
            let observer = MachineObserver(of: Clockwork.self) { occurrence in
                guard case .eventTaken(.told, _) = occurrence else { return }
                count.increment()
                if count.value == 3 { try? proxy.send(.end) }
            }
            let told = try await Clockwork.run(initialState: .init(), proxy: proxy, env: .init(), observer: observer)
            #expect(told.count >= 3 && told.allSatisfy { $0 == "tick" })
        }
    }

    @Test("C19 Intervals of ages wait, and can be cancelled", arguments: [Duration.seconds(Int64.max), .seconds(1e12)])
    func ages(_ interval: Duration) async throws {
        try await interleave(seed: 1) {
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .every(interval, sending: .told("tick"), clock: \.clock), .every(interval, sending: .told("real")),
                    .every(nanoseconds: .max, sending: .told("floor")))
                await session.pass(.seconds(1_000_000))
            }
            expectThat(told.isEmpty, "\(told)")
        }
    }

    @Test("C19 The next moment is the first one of the beat that is not over, to the attosecond")
    func beat() throws {
        let clock = TestClock()
        let third = Duration(secondsComponent: 0, attosecondsComponent: 333_333_333_000_000_000)
        var generator = SeededGenerator(seed: 3)
        for interval in [Duration.nanoseconds(1), .nanoseconds(7), third, .seconds(1), .seconds(86_400)] {
            var beat = Beat(every: interval, on: clock)
            let start = clock.now
            #expect(beat.next == start.advanced(by: interval))
            var now = beat.next
            for _ in 0..<200 {
                let late = Int64.random(in: 0...(1 << Int64.random(in: 0...60, using: &generator)), using: &generator)
                now = max(now, beat.next).advanced(by: .nanoseconds(late))
                beat.advance(past: now)
                try #require(beat.next > now && now.duration(to: beat.next) <= interval)
                let whole = nanoseconds(start.duration(to: beat.next)) % nanoseconds(interval)
                try #require(whole == 0)
            }
        }
    }

    private func nanoseconds(_ duration: Duration) -> Int128 {
        Int128(duration.components.seconds) * 1_000_000_000 + Int128(duration.components.attoseconds / 1_000_000_000)
    }
}
