import Oak
import Testing

private struct Failure: Error {}

@Suite("Machines of documentation comments, a hundred in one", .timeLimit(.minutes(1)))
struct CrowdTests {
    @Test func downloads() async {
        await expectCrowd(of: EffectTransducer1.Download.self, from: .idle, on: .start, env: .init(fetch: { 42 }))
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
            of: EffectComposition1.Recorder.self, from: .init(), on: .restart, env: .init(write: { 1 }))
    }
}
