import Oak
import OakTesting
import Testing

private struct Failure: Error {}

@Suite("Machines of the article on effects, a hundred in one")
struct CrowdTests {
    @Test func forecasts() async {
        await expectCrowd(of: Forecast.self, from: .empty, on: .ask, env: .init(fetch: { "sunny" }))
        await expectCrowd(of: Forecast.self, from: .empty, on: .ask, env: .init(fetch: { throw Failure() }))
    }

    @Test func tickers() async {
        let clock = TestClock(advancing: .whenIdle)
        await expectCrowd(of: Ticker.self, from: .stopped, on: .start, env: .init(clock: clock), answers: 3)
    }

    @Test func signIns() async {
        await expectCrowd(
            of: SignIn.self, from: .signedOut, on: .signIn(name: "Robin"),
            env: .init(signIn: { _ in }, clock: TestClock()))
        await expectCrowd(
            of: SignIn.self, from: .signingIn(name: "Robin"),
            env: .init(signIn: { _ in throw Failure() }, clock: TestClock()))
        await expectCrowd(
            of: SignIn.self, from: .signingIn(name: "Robin"),
            env: .init(
                signIn: { _ in try await Gate<Void>("never").wait() }, clock: TestClock(advancing: .whenIdle)))
    }

    @Test func readers() async {
        await expectCrowd(of: Reader.self, from: .init(), env: .init(load: { "page \($0)" }))
        await expectCrowd(of: Reader.self, from: .init(), on: .turn, .turn, env: .init(load: { "page \($0)" }))
    }

    @Test func feeds() async {
        let values: @Sendable () -> AsyncStream<Int> = {
            AsyncStream { continuation in
                for value in 1...3 { continuation.yield(value) }
                continuation.finish()
            }
        }
        await expectCrowd(
            of: Feed.self, from: .offline, on: .connect, env: .init(connect: {}, values: values, clock: TestClock()),
            answers: 5)
        await expectCrowd(
            of: Feed.self, from: .offline, on: .connect,
            env: .init(
                connect: { throw Failure() }, values: values, clock: TestClock(advancing: .whenIdle)), answers: 5)
    }

    @Test func backups() async {
        await expectCrowd(
            of: Backup.self, from: .idle, on: .start,
            env: .init(copy: { copied in for _ in 1...20 { try await copied() } }), answers: 21)
        await expectCrowd(
            of: Backup.self, from: .idle, on: .start,
            env: .init(copy: { copied in
                try await copied()
                throw Failure()
            }), answers: 2)
    }

    @Test func recorders() async {
        await expectCrowd(
            of: Recorder.self, from: .init(), on: .next, .next, .erase, env: .init(record: { _ in }, erase: {}))
    }

    @Test func searches() async {
        await expectCrowd(
            of: Search<TestClock>.self, from: .init(clock: TestClock(advancing: .whenIdle)), on: .typed("oak"),
            env: .init(search: { _ in }))
    }

    @Test func startups() async {
        await expectCrowd(of: Startup.self, from: .idle, on: .begin, env: (), answers: 2)
    }
}
