import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Time-outs and debounced effects", .timeLimit(.minutes(20)))
struct TimeoutTests {
    @Test("C19 A time-out sends its event when the time has passed, by whatever clock, and once")
    func sends() async throws {
        try await interleave(seed: 1) {
            let given = TestClock()
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .timeout(.seconds(3), sending: .told("3"), clock: \.clock),
                    .timeout(.seconds(2), sending: .told("2"), clock: \.exact),
                    .timeout(.seconds(1), sending: .told("1"), clock: { env in env.clock }),
                    .timeout(.seconds(1), sending: .told("given"), clock: { _ in given }))
                await session.pass(.milliseconds(999))
                try await session.proxy.sendWaitingForRoom(.told("nothing yet"))
                await session.pass(.seconds(60))
                try await session.proxy.sendWaitingForRoom(.told("then"))
                await idle()
                await given.advance(by: .seconds(1))
            }
            expectThat(told == ["nothing yet", "1", "2", "3", "then", "given"], "\(told)")
        }
    }

    @Test("C17 Without a name, a time-out is the same as another if duration and place in the source are")
    func identity() {
        func here(_ duration: Duration) -> Clockwork.Effect { .timeout(duration, sending: .end) }
        #expect(here(.seconds(1)).id == here(.milliseconds(1_000)).id)
        #expect(here(.seconds(1)).id != here(.seconds(2)).id)
        let both: [Clockwork.Effect] = [.timeout(.seconds(1), sending: .end), .timeout(.seconds(1), sending: .end)]
        #expect(both[0].id != nil && both[0].id != both[1].id)
        #expect(Clockwork.Effect.timeout(.seconds(1), id: "x", sending: .end).id == EffectID("x"))
        func beat() -> Clockwork.Effect { .every(.seconds(1), sending: .end) }
        #expect(beat().id == beat().id && beat().id != here(.seconds(1)).id)
        func floor(_ nanoseconds: UInt64) -> Clockwork.Effect { .timeout(nanoseconds: nanoseconds, sending: .end) }
        #expect(floor(1).id == floor(1).id && floor(1).id != floor(2).id)
    }

    @Test("C20 A timed effect is an operation that tells its delay and its name, and reads the same when lines move")
    func inspection() {
        let timeout = Clockwork.Effect.timeout(.seconds(10), sending: .end, clock: \.clock)
        #expect(timeout.kind == .operation && timeout.delay == .seconds(10) && timeout.events.isEmpty)
        #expect(timeout.id?.description == "10.0 seconds in \(#fileID)")
        #expect(
            EffectDescription(timeout).description
                == ".operation(id: <#10.0 seconds in \(#fileID): give it an id#>, after: .seconds(10))")
        let floor = Clockwork.Effect.timeout(nanoseconds: 5, id: 1, sending: .end)
        #expect(floor.kind == .operation && floor.delay == .nanoseconds(5))
        let debounced = Clockwork.Effect.debounce(.seconds(1), id: "x", sending: .end)
        #expect(debounced.kind == .operation && debounced.id == EffectID("x") && debounced.delay == .seconds(1))
        let effect = Clockwork.Effect.debounce(.seconds(1), id: "x", .timeout(.seconds(2), id: "y", sending: .end))
        #expect(effect.kind == .sequence && effect.id == EffectID("x"))
        #expect(effect.parts.map(\.delay) == [.seconds(1), .seconds(2)])
        let every = Clockwork.Effect.every(.seconds(1), id: "x", sending: .end)
        #expect(every.kind == .operation && every.id == EffectID("x") && every.delay == nil)
        let stream = Clockwork.Effect.stream(
            id: "x", { _ in AsyncStream<Int> { $0.finish() } }, event: { .told("\($0)") })
        #expect(stream.kind == .operation && stream.id == EffectID("x"))
        let retry = Clockwork.Effect.retry(id: "x", attempts: 2, backoff: .none, { _ in 1 }, success: { _ in .end })
        #expect(retry.kind == .operation && retry.id == EffectID("x"))
    }

    @Test("C18 A time-out that is cancelled, or replaced by itself, is silent", arguments: [false, true])
    func cancelled(replaced: Bool) async throws {
        try await interleave(seed: 1) {
            let told = try await Clockwork.play { session in
                func limit() -> Clockwork.Effect {
                    .timeout(.seconds(2), id: "limit", sending: .told("late"), clock: \.clock)
                }
                try await session.carryOut(limit())
                await session.pass(.seconds(1))
                try await session.carryOut(replaced ? limit() : .cancelTask("limit"))
                await session.pass(.milliseconds(1_999))
                try await session.proxy.sendWaitingForRoom(.told("so far"))
                await session.pass(.seconds(60))
            }
            expectThat(told == (replaced ? ["so far", "late"] : ["so far"]), "\(told)")
        }
    }

    @Test("C19 A time-out of zero, or less, or of ages needs no care", arguments: [Int64.min, 0, .max])
    func bounds(_ seconds: Int64) async throws {
        try await interleave(seed: 1) {
            let told = try await Clockwork.play { session in
                try await session.carryOut(
                    .timeout(.seconds(seconds), sending: .told("timeout"), clock: \.clock),
                    .timeout(.seconds(seconds), sending: .told("real")),
                    .debounce(.seconds(seconds), id: "d", sending: .told("debounce"), clock: \.clock))
                await session.pass(.seconds(1))
            }
            expectThat(seconds > 0 ? told.isEmpty : told.sorted() == ["debounce", "real", "timeout"], "\(told)")
        }
    }

    @Test("C19 Without clocks the time is real, and can be of any length")
    func floor() async throws {
        let told = try await Clockwork.run(
            initialState: .init(),
            proxy: .init(
                initialEvent: .carryOut([
                    .timeout(nanoseconds: .max, sending: .told("never")),
                    .debounce(nanoseconds: .max, id: "never", sending: .told("never")),
                    .sequence(
                        .timeout(nanoseconds: 1, sending: .told("soon")),
                        .debounce(nanoseconds: 0, id: "now", .event(.told("now"))),
                        .event(.end)),
                ])), env: .init())
        #expect(told == ["soon", "now"])
    }

    @Test("C19 A debounced event comes once, after the last request and a quiet time, whatever the duration was before")
    func debounced() async throws {
        try await interleave(seed: 1) {
            let told = try await Clockwork.play { session in
                for number in 1...5 {
                    let quiet: Duration = number == 3 ? .seconds(20) : .milliseconds(300)
                    try await session.carryOut(
                        .debounce(quiet, id: "search", sending: .told("\(number)"), clock: \.clock))
                    await session.pass(.milliseconds(299))
                }
                try await session.proxy.sendWaitingForRoom(.told("quiet"))
                await session.pass(.seconds(60))
            }
            expectThat(told == ["quiet", "5"], "\(told)")
        }
    }

    @Test("C19 A debounced effect begins after a quiet time, and the next one cancels it even when it is under way")
    func debouncedEffect() async throws {
        try await interleave(seed: 1) {
            let (begun, ended) = (Recorder<Int>(), Recorder<Int>())
            let told = try await Clockwork.play { session in
                func search(_ number: Int) -> Clockwork.Effect {
                    .debounce(
                        .milliseconds(300), id: "search",
                        Clockwork.Effect(
                            id: "search",
                            { env in
                                begun.record(number)
                                try await env.exact.sleep(for: .seconds(1))
                                ended.record(number)
                                return "\(number)"
                            }, success: Clockwork.Event.told), clock: \.clock)
                }
                try await session.carryOut(search(1))
                await session.pass(.milliseconds(299))
                try await session.carryOut(search(2))
                await session.pass(.milliseconds(300))
                try await session.carryOut(search(3))
                await session.pass(.seconds(5))
                try await session.carryOut(search(4))
                try await session.carryOut(.cancelTask("search"))
                await session.pass(.seconds(5))
            }
            expectThat(told == ["3"], "\(told)")
            expectThat(begun.values == [2, 3] && ended.values == [3], "\(begun.values), \(ended.values)")
        }
    }

    @Test("C9 A timed effect ends with its machine, although its time has not come")
    func end() async throws {
        try await interleave(seed: 1) {
            let clock = TestClock()
            let told = try await Clockwork.play(env: .init(clock)) { session in
                try await session.carryOut(
                    .timeout(.seconds(1), sending: .told("t"), clock: \.clock),
                    .every(.seconds(1), sending: .told("e"), clock: \.clock),
                    .debounce(.seconds(1), id: "d", sending: .told("d"), clock: \.clock))
                expectThat(clock.sleepers.count == 3)
            }
            expectThat(told.isEmpty && clock.sleepers.isEmpty, "\(told)")
        }
    }

    @Test(
        "C32 However many time-outs run out, at the same moment or one by one, each is an event",
        arguments: [false, true])
    func crowd(atOnce: Bool) async throws {
        let (count, taken, all) = (Effort.size(10_000, attack: 100_000), Counter(), Gate<Void>())
        let observer = MachineObserver(of: Clockwork.self) { occurrence in
            guard case .eventTaken(.told, _) = occurrence else { return }
            taken.increment()
            if taken.value == count { all.open() }
        }
        let told = try await Clockwork.play(observer: observer) { session in
            try await session.proxy.sendWaitingForRoom(
                .carryOut(
                    (0..<count).map { number in
                        .timeout(
                            atOnce ? .seconds(10) : .seconds(number + 1), id: number, sending: .told("\(number)"),
                            clock: \.clock)
                    }))
            try await session.clock.untilAsleep(count)
            await session.clock.advance(by: .seconds(count + 10))
            try await all.wait()
        }
        #expect(Set(told).count == count && told.count == count)
    }
}
