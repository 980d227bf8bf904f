import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Time-outs and debounced effects", .interleaved)
struct TimeoutTests {
    @Test("C19 A time-out sends its event once, when its duration has passed on the given clock")
    func sends() async throws {
        let given = TestClock()
        let told = try await TimedScript.play { session in
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
        #expect(told == ["nothing yet", "1", "2", "3", "then", "given"])
    }

    @Test("C19 The environment decides how long a time-out lasts, when the time-out begins")
    func lengthOfEnvironment() async throws {
        var env = TimedScript.Env()
        env.patience = .seconds(2)
        let told = try await TimedScript.play(env: env) { session in
            try await session.carryOut(
                .timeout(\.patience, id: "a", sending: .told("patience"), clock: \.clock),
                .timeout({ $0.patience - .seconds(1) }, id: "b", sending: .told("moment"), clock: \.clock),
                .timeout({ $0.patience - .seconds(9) }, id: "c", sending: .told("past"), clock: \.clock))
            await session.pass(.milliseconds(999))
            try await session.proxy.sendWaitingForRoom(.told("nothing yet"))
            await session.pass(.seconds(60))
        }
        #expect(told == ["past", "nothing yet", "moment", "patience"])
    }

    @Test("C17 The default identity of a time-out is its duration and its place in the source")
    func identity() {
        func here(_ duration: Duration) -> TimedScript.Effect { .timeout(duration, sending: .end) }
        #expect(here(.seconds(1)).id == here(.milliseconds(1_000)).id)
        #expect(here(.seconds(1)).id != here(.seconds(2)).id)
        let both: [TimedScript.Effect] = [.timeout(.seconds(1), sending: .end), .timeout(.seconds(1), sending: .end)]
        #expect(both[0].id != nil && both[0].id != both[1].id)
        #expect(TimedScript.Effect.timeout(.seconds(1), id: "x", sending: .end).id == EffectID("x"))
        func beat() -> TimedScript.Effect { .every(.seconds(1), sending: .end) }
        #expect(beat().id == beat().id && beat().id != here(.seconds(1)).id)
        func floor(_ nanoseconds: UInt64) -> TimedScript.Effect { .timeout(nanoseconds: nanoseconds, sending: .end) }
        #expect(floor(1).id == floor(1).id && floor(1).id != floor(2).id)
    }

    @Test("C20 A timed effect is an operation with its delay and identity, whose description is stable")
    func inspection() {
        let timeout = TimedScript.Effect.timeout(.seconds(10), sending: .end, clock: \.clock)
        #expect(timeout.kind == .operation && timeout.delay == .seconds(10) && timeout.events.isEmpty)
        #expect(timeout.id?.description == "10.0 seconds in \(#fileID)")
        #expect(
            EffectDescription(timeout).description
                == ".operation(id: <#10.0 seconds in \(#fileID): give it an id#>, after: .seconds(10))")
        let floor = TimedScript.Effect.timeout(nanoseconds: 5, id: 1, sending: .end)
        #expect(floor.kind == .operation && floor.delay == .nanoseconds(5))
        let debounced = TimedScript.Effect.debounce(.seconds(1), id: "x", sending: .end)
        #expect(debounced.kind == .operation && debounced.id == EffectID("x") && debounced.delay == .seconds(1))
        let effect = TimedScript.Effect.debounce(.seconds(1), id: "x", .timeout(.seconds(2), id: "y", sending: .end))
        #expect(effect.kind == .sequence && effect.id == EffectID("x"))
        #expect(effect.parts.map(\.delay) == [.seconds(1), .seconds(2)])
        let every = TimedScript.Effect.every(.seconds(1), id: "x", sending: .end)
        #expect(every.kind == .operation && every.id == EffectID("x") && every.delay == nil)
        let stream = TimedScript.Effect.stream(
            id: "x", { _ in AsyncStream<Int> { $0.finish() } }, event: { .told("\($0)") })
        #expect(stream.kind == .operation && stream.id == EffectID("x"))
        let retry = TimedScript.Effect.retry(id: "x", attempts: 2, backoff: .none, { _ in 1 }, success: { _ in .end })
        #expect(retry.kind == .operation && retry.id == EffectID("x"))
    }

    @Test("C19 A time-out can have any duration", arguments: [Int64.min, 0, .max])
    func bounds(_ seconds: Int64) async throws {
        let told = try await TimedScript.play { session in
            try await session.carryOut(
                .timeout(.seconds(seconds), sending: .told("timeout"), clock: \.clock),
                .timeout(.seconds(seconds), sending: .told("real")),
                .debounce(.seconds(seconds), id: "d", sending: .told("debounce"), clock: \.clock))
            await session.pass(.seconds(1))
        }
        #expect(seconds > 0 ? told.isEmpty : told.sorted() == ["debounce", "real", "timeout"])
    }

    @Test("C19 Timed effects use real time by default and accept any duration", .realThreads)
    func floor() async throws {
        let told = try await TimedScript.run(
            initialState: .init(),
            proxy: .init(
                initialEvent: .carryOut([
                    .timeout(nanoseconds: .max, sending: .told("never")),
                    .debounce(.seconds(Int64.max), id: "never", sending: .told("never")),
                    .sequence(
                        .timeout(nanoseconds: 1, sending: .told("soon")),
                        .debounce(.zero, id: "now", .event(.told("now"))),
                        .event(.end)),
                ])), env: .init())
        #expect(told == ["soon", "now"])
    }

    @Test("C19 A debounced event is sent once, a quiet time after the last request")
    func debounced() async throws {
        let told = try await TimedScript.play { session in
            for number in 1...5 {
                let quiet: Duration = number == 3 ? .seconds(20) : .milliseconds(300)
                try await session.carryOut(
                    .debounce(quiet, id: "search", sending: .told("\(number)"), clock: \.clock))
                await session.pass(.milliseconds(299))
            }
            try await session.proxy.sendWaitingForRoom(.told("quiet"))
            await session.pass(.seconds(60))
        }
        #expect(told == ["quiet", "5"])
    }

    @Test("C19 A debounced effect begins after a quiet time, and the next request cancels it even while it runs")
    func debouncedEffect() async throws {
        let (begun, ended) = (Recorder<Int>(), Recorder<Int>())
        let told = try await TimedScript.play { session in
            func search(_ number: Int) -> TimedScript.Effect {
                .debounce(
                    .milliseconds(300), id: "search",
                    TimedScript.Effect(
                        id: "search",
                        { env in
                            begun.record(number)
                            try await env.exact.sleep(for: .seconds(1))
                            ended.record(number)
                            return "\(number)"
                        }, success: TimedScript.Event.told), clock: \.clock)
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
        #expect(told == ["3"])
        #expect(begun.values == [2, 3] && ended.values == [3], "\(begun.values), \(ended.values)")
    }

    @Test(
        "C32 Each of many time-outs sends its event, whether they are due together or one by one", .realThreads,
        arguments: [false, true])
    func mostAtOnce(atOnce: Bool) async throws {
        let (count, taken, all) = (Effort.size(10_000), Counter(), Gate<Void>())
        let observer = MachineObserver(of: TimedScript.self) { occurrence in
            guard case .eventTaken(.told, _) = occurrence else { return }
            taken.increment()
            if taken.value == count { all.open() }
        }
        let told = try await TimedScript.play(observer: observer) { session in
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
