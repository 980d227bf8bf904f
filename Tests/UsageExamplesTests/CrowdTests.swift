import Oak
import OakTesting
import Testing

/// Checks that hold for the samples of the documentation, on machines as their users have written them.
@Suite("C13 Each example runs a hundred times in one", .timeLimit(.minutes(20)))
struct CrowdTests {
    struct Failure: Error {}

    @Test("Counters whose steps are ready at the same moment")
    func counters() async {
        await expectCrowd(
            of: CounterTransducer.self, from: .init(), on: .increment, env: .init(increment: {}, decrement: {}))
        await expectCrowd(of: EffectCounter.self, from: .init(), on: .decrement, env: Self.idleServices)
    }

    private static var idleServices: EffectCounter.Env {
        var env = EffectCounter.Env()
        env.serviceIncrement = {}
        env.serviceDecrement = {}
        return env
    }

    @Test("Data that is looked for in a cache, and fetched")
    func dataLoaders() async {
        let cache = MockCacheService(hasData: false)
        cache.written.open()
        await expectCrowd(
            of: DataLoader.self, from: .idle, on: .load,
            env: .init(apiService: MockAPIService(shouldSucceed: true), cache: cache), answers: 2)
        await expectCrowd(
            of: DataLoader.self, from: .idle, on: .load,
            env: .init(apiService: MockAPIService(shouldSucceed: false), cache: cache), answers: 2)
    }

    @Test("Documents that are saved")
    func documents() async {
        await expectCrowd(
            of: DocumentEditor.self, from: .start, on: .startWorkflow, .saveDocument, env: .init(save: { _ in }))
    }

    @Test("Signing in, with a password that is right or wrong")
    func signIns() async {
        let service = MockAuthService()
        service.answer.open(returning: .init(name: "Ada"))
        await expectCrowd(
            of: SignInTransducer.self, from: .idle, on: .signInRequested, env: .init(authService: service))

        let strict = MockAuthService()
        strict.answer.open(throwing: MockAuthService.WrongPassword())
        await expectCrowd(
            of: SignInTransducer.self, from: .idle, on: .signInRequested, env: .init(authService: strict))
    }

    @Test("Timers that tick at the same moment")
    func timers() async {
        let clock = TestClock(advancing: .whenIdle)
        await expectCrowd(
            of: Timers.self, from: .init(), on: .start, env: .init(tick: { try await clock.sleep(for: .seconds(1)) }),
            answers: 3)
    }

    @Test("Attempts that fail until their number is used up")
    func retries() async {
        await expectCrowd(
            of: NetworkTransducer.self, from: .idle, on: .load,
            env: .init(fetch: { throw Failure() }, pause: { _ in }, showError: { _ in }), answers: 4)
    }
}
