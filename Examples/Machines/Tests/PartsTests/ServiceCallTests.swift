import Oak
import OakTesting
import Testing

@testable import Parts

@Suite("A service call")
struct ServiceCallTests {
    typealias Call = ServiceCall<String, Int>

    static let broken = Problem("It broke.", advice: "Mend it.")

    @Test("Every state handles every event")
    func table() {
        expectTable(
            of: Call.self,
            states: [
                .waiting("six by nine"), .failed("six by nine", Self.broken), .answered(42),
            ],
            events: [.ask, .answered(42), .failed(Self.broken)])
    }

    @Test("A failure keeps its request, and a retry gets the answer")
    func retry() async {
        let answer = Gate<Int>("the answer")
        let tester = TransducerTester(
            of: Call.self, initialState: .waiting("six by nine"),
            env: Call.Env(service: { _ in try await answer.wait() }, clock: TestClock()), exhaustivity: .off)
        answer.letThrough(throwing: Self.broken)
        await tester.receive(.failed(Self.broken)) { $0 = .failed("six by nine", Self.broken) }
        await tester.send(.ask) { $0 = .waiting("six by nine") }
        await tester.send(.ask)
        #expect(answer.waiters == 1)
        answer.open(returning: 42)
        await tester.receive(.answered(42)) { $0 = .answered(42) }
        await tester.finish(returning: ())
    }

    @Test("A call that times out is given up, and its late answer is ignored")
    func tooLate() async {
        let (clock, answer) = (TestClock(), Gate<Int>("the answer"))
        let tester = TransducerTester(
            of: Call.self, initialState: .waiting("six by nine"),
            env: Call.Env(service: { _ in try await answer.wait() }, clock: clock, patience: .seconds(3)),
            exhaustivity: .off)
        await tester.settle()
        #expect(answer.waiters == 1)
        await clock.advance(by: .seconds(3))
        await tester.receive(.failed(.noAnswer)) { $0 = .failed("six by nine", .noAnswer) }
        #expect(answer.waiters == 0)
        answer.open(returning: 42)
        await tester.send(.failed(Self.broken)) { $0 = .failed("six by nine", .noAnswer) }
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }
}
