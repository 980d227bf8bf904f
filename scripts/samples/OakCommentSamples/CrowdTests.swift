import Oak
import OakTesting
import Testing

private struct Failure: Error {}

@Suite("Machines of documentation comments, a hundred in one")
struct CrowdTests {
    @Test func downloads() async {
        await expectCrowd(of: EffectTransducer1.Download.self, from: .idle, on: .start, env: .init(fetch: { 42 }))
    }

    @Test func sessions() async {
        typealias Session = Child1.Session
        await expectCrowd(of: Child1.Profile.self, from: .blank, on: .load, env: .init(load: { "Robin" }))
        await expectCrowd(
            of: Session.self, from: .signedOut, on: .signIn, .profile(.load),
            env: .init(profile: .init(load: { "Robin" })))
        await expectCrowd(
            of: Session.self, from: .signedIn(.blank), on: .profile(.load),
            env: .init(profile: .init(load: { throw Failure() })))
    }

    @Test func parcels() async {
        await expectCrowd(of: ChildCollection1.Parcel.self, from: .unknown, on: .lookUp, env: { "1 Oak Street" })
        await expectCrowd(
            of: ChildCollection1.Warehouse.self, from: .init(), on: .accept(1), .accept(2),
            env: .init(address: { if $0 == 1 { throw Failure() } else { "\($0) Oak Street" } }), answers: 2)
    }

    @Test func signInsOfStates() async {
        typealias SignIn = ExecutableTransducer1.SignIn
        await expectCrowd(of: SignIn.self, from: .idle, on: .submit(name: "Robin"), env: .init(signIn: { _ in }))
        await expectCrowd(
            of: SignIn.self, from: .signingIn(name: "Robin"), env: .init(signIn: { _ in throw Failure() }))
    }

    @Test func printers() async {
        typealias Printer = EffectReplies1.Printer
        await expectCrowd(of: Printer.self, from: .idle, on: .print("oak"), env: .init(print: { _ in }))
        await expectRun(
            of: Printer.self, from: .idle, on: [.print("a"), .print("b"), .print("c")], env: .init(print: { _ in }),
            answers: 3)
    }

    @Test func uploads() async {
        await expectCrowd(of: EffectFailures1.Upload.self, from: .idle, on: .start, env: .init(send: {}))
        await expectCrowd(
            of: EffectFailures1.Upload.self, from: .idle, on: .start, env: .init(send: { throw Failure() }))
    }

    @Test func quotes() async {
        await expectCrowd(of: EffectAnswers1.Quotes.self, from: .idle, on: .fetch, env: .init(fetch: { "quote" }))
        await expectCrowd(
            of: EffectAnswers1.Quotes.self, from: .idle, on: .fetch, env: .init(fetch: { throw Failure() }))
    }

    @Test func scans() async {
        await expectCrowd(
            of: EffectAnswers2.Scan.self, from: .idle, on: .start,
            env: .init(scan: { report in
                for page in 1...3 { report(page) }
                return 3
            }), answers: 4)
    }

    @Test func recorders() async {
        await expectCrowd(
            of: EffectComposition1.Recorder.self, from: .init(), on: .erase,
            env: .init(record: { 1 }, erase: {}))
    }

    @Test func signIns() async {
        await expectCrowd(
            of: EffectTimeout1.SignIn.self, from: .idle, on: .start,
            env: .init(clock: TestClock(advancing: .whenIdle)))
    }

    @Test func countdowns() async {
        await expectCrowd(
            of: EffectEvery1.Countdown.self, from: .idle, on: .start,
            env: .init(clock: TestClock(advancing: .whenIdle)), answers: 10)
    }

    @Test func searches() async {
        await expectCrowd(
            of: EffectDebounce1.Search.self, from: .init(), on: .typed("o"), .typed("oak"),
            env: .init(clock: TestClock(advancing: .whenIdle), search: { [$0] }))
    }

    @Test func tickers() async {
        await expectCrowd(
            of: EffectStream1.Ticker.self, from: .closed, on: .open,
            env: .init(prices: {
                AsyncThrowingStream { continuation in
                    for price in [1.0, 1.5] { continuation.yield(price) }
                    continuation.finish()
                }
            }), answers: 3)
    }

    @Test func loaders() async {
        await expectCrowd(
            of: EffectRetry1.Loader.self, from: .idle, on: .load,
            env: .init(fetch: { throw Failure() }, clock: TestClock(advancing: .whenIdle)), answers: 5)
    }

    @Test func feeds() async {
        typealias Feed = Restarting1.Feed
        @Sendable func regular() -> Feed.Env {
            let clock = TestClock(advancing: .whenIdle)
            return Feed.Env(next: {
                try await clock.sleep(for: .seconds(1))
                return "news"
            })
        }
        await expectCrowd(of: Feed.self, from: Feed.State(), env: regular(), answers: 3)
        await expectCrowd(
            of: Restarting1.Reader.self, from: .idle, on: .start,
            env: .init(feed: .init(next: { throw Failure() }), clock: TestClock()), answers: 4)
    }
}
