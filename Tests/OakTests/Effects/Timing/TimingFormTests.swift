import Oak
import OakTesting
import Testing

/// Answers with what goes by time in every way in which it can be written.
private enum Forms: EffectTransducer {
    struct State: NonTerminal {}
    enum Event: Sendable {
        case timeout, floor, every, debounce, effect, stream, retry, several, told(Int), failed(any Error), again(
            any Error, Int), refused(Refusal)
    }
    struct Refusal: Error {}
    struct Env: Sendable {
        var clock: any Clock<Duration> = ContinuousClock()
        var exact = SuspendingClock()
        var random = SystemRandomNumberGenerator()
        var anyRandom: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        var numbers: AsyncStream<Int> { AsyncStream { $0.finish() } }
        func failing() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
        func fetch() async throws -> Int { 1 }
        func save() async throws(Refusal) {}
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .timeout: .timeout(.seconds(1), sending: .told(1), clock: \.clock)
        case .floor: .timeout(nanoseconds: 1, sending: .told(1))
        case .every: .every(.seconds(1), sending: .told(1), clock: \.exact)
        case .debounce: .debounce(.milliseconds(300), id: "search", sending: .told(1), clock: \.clock)
        case .effect:
            .debounce(
                .milliseconds(300), id: "search", Effect(id: "x", { _ in 1 }, success: Event.told), clock: \.clock)
        case .stream: .stream(id: "numbers", { env in env.numbers }, event: Event.told)
        case .retry:
            .retry(
                id: "fetch", attempts: 3, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)),
                jitter: .share(0.5, using: \.random), clock: \.clock, { env in try await env.fetch() },
                while: { error in error is CancellationError }, retrying: Event.again, success: Event.told,
                failure: Event.failed)
        case .several: .all(several)
        case .told, .failed, .again, .refused: nil
        }
    }

    static var several: [Effect] {
        [
            .timeout(.seconds(10), sending: .told(1), clock: \.clock),
            .timeout(.seconds(10), id: 1, sending: .told(1)),
            .timeout(.seconds(10), sending: .told(1), clock: { env in env.exact }),
            .every(.seconds(1), id: "tick", sending: .told(1)),
            .every(nanoseconds: 1, sending: .told(1)),
            .debounce(nanoseconds: 1, id: "x", sending: .told(1)),
            .debounce(nanoseconds: 1, id: "x", .event(.told(1))),
            .sequence(.timeout(.seconds(1), sending: .told(1)), .every(.seconds(1), sending: .told(2), clock: \.clock)),
            .combine(
                .stream({ env in env.failing() }, event: Event.told, failure: Event.failed),
                .stream(id: 1, replacing: .afterReturn, { $0.numbers }, event: { .told($0) }, finished: .told(0)),
                .stream({ env in env.failing().map { $0 + 1 } }, event: Event.told)),
            .retry(attempts: 2, backoff: .none, { env in try await env.fetch() }, success: Event.told),
            .retry(
                attempts: 2, backoff: .constant(.seconds(1)), jitter: .share(1, using: \.anyRandom),
                clock: { _ in ContinuousClock() }, { env throws(Refusal) in try await env.save() },
                success: { .told(1) },
                failure: Event.refused),
            .retry(
                id: 2, replacing: .afterReturn, attempts: 2, backoff: .none,
                {
                    let number = try await $0.fetch()
                    return number + 1
                }, success: { .told($0) }),
            .retry(
                attempts: 2, nanoseconds: { UInt64($0) }, { @MainActor env in try await env.fetch() },
                success: Event.told),
        ]
    }
}

@Suite("Timed effects as they are written")
struct TimingFormTests {
    @Test("C20 Each form is what it says, with a name or without")
    func forms() {
        func effect(_ event: Forms.Event) -> Forms.Effect? {
            var state = Forms.State()
            return Forms.update(&state, event: event)
        }
        #expect([.timeout, .floor, .every, .debounce, .stream, .retry].allSatisfy { effect($0)?.kind == .operation })
        #expect([.timeout, .floor, .every].allSatisfy { effect($0)?.id == effect($0)?.id && effect($0)?.id != nil })
        #expect(effect(.effect)?.kind == .sequence && effect(.effect)?.id == effect(.debounce)?.id)
        #expect(effect(.several)?.parts.count == Forms.several.count)
        #expect(Set(Forms.several.prefix(5).map(\.id)).count == 5)
    }
}

/// Two machines with clocks of their own, as one.
private typealias Pair = Parallel<Clockwork, Clockwork>

@Suite("Timed effects in a part of a machine", .timeLimit(.minutes(20)))
struct TimingLiftingTests {
    @Test("C19 In a part, effects go by the clock of the part, and their names are its own")
    func parts() async throws {
        try await interleave(seed: 1) {
            let clocks = (TestClock(), TestClock())
            func effects(_ name: String) -> [Clockwork.Effect] {
                [
                    .timeout(.seconds(5), id: "t", sending: .told("\(name) late"), clock: \.clock),
                    .every(.seconds(2), id: "e", sending: .told("\(name) tick"), clock: \.clock),
                    .stream(
                        id: "s",
                        { _ in
                            AsyncStream {
                                $0.yield(1); $0.finish()
                            }
                        }, event: { .told("\(name) \($0)") }),
                    .retry(
                        id: "r", attempts: 2, backoff: .constant(.seconds(3)), clock: \.clock, { _ in throw Failure() },
                        retrying: { _, number in .told("\(name) again \(number)") }, success: { .end },
                        failure: { (_: any Error) in .told("\(name) failed") }),
                ]
            }
            let proxy = Pair.Proxy()
            async let told = Pair.run(
                initialState: .init(.init(), .init()), proxy: proxy,
                env: .init(.init(clocks.0), .init(clocks.1)))
            try await proxy.sendWaitingForRoom(.first(.carryOut(effects("a"))))
            try await proxy.sendWaitingForRoom(.second(.carryOut(effects("b"))))
            await idle()
            await clocks.0.advance(by: .seconds(4))
            await idle()
            try await proxy.sendWaitingForRoom(.first(.carryOut([.cancelTask("e")])))
            await idle()
            await clocks.0.advance(by: .seconds(60))
            await clocks.1.advance(by: .seconds(2))
            await idle()
            try await proxy.sendWaitingForRoom(.first(.end))
            try await proxy.sendWaitingForRoom(.second(.end))
            let outputs = try await told
            let first = ["a 1", "a again 1", "a tick", "a failed", "a tick", "a late"]
            expectThat(outputs.first.map { $0.sorted() } == first.sorted(), "\(outputs)")
            expectThat(outputs.second.map { $0.sorted() } == ["b 1", "b again 1", "b tick"], "\(outputs)")
        }
    }
}
