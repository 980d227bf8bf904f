import Oak
import OakTesting
import Testing

@testable import Timers

@Suite("A board of timers")
struct TimerBoardTests {
    let clock = TestClock()

    func tester() -> TransducerTester<TimerBoard> {
        TransducerTester(
            of: TimerBoard.self, initialState: TimerBoard.State(), env: TimerBoard.Env(clock: clock),
            exhaustivity: .off)
    }

    static func task(_ number: Int) -> EffectDescription<TimerBoard.Event> {
        .activity(.operation(id: TimerBoard.timer[number].id(Timers.Work.timer)))
    }

    @Test("Timers tick independently, whichever page is open, and removing one ends its ticking and no other")
    func several() async {
        let tester = tester()
        for number in [1, 3] {
            await tester.send(.timer(number, .start)) { $0.timers[number] = .running(count: 0) }
        }
        await tester.send(.open(1)) { $0.page = .detail(1) }
        await clock.advance(by: .seconds(1))
        for number in [1, 3] {
            await tester.receive(.timer(number, .ping)) { $0.timers[number] = .running(count: 1) }
        }
        await tester.send(.remove(1)) {
            $0.timers[1] = nil
            $0.page = .list
        }
        tester.expectCancelled(Self.task(1), because: .childDeparted)
        #expect(clock.sleepers.count == 1)
        await clock.advance(by: .seconds(1))
        await tester.receive(.timer(3, .ping)) { $0.timers[3] = .running(count: 2) }
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
        #expect(clock.sleepers.isEmpty)
    }

    @Test("A board takes twenty timers, and uses no number twice")
    func full() {
        var state = TimerBoard.State()
        for _ in 4...20 { _ = TimerBoard.update(&state, event: .add) }
        #expect(state.isFull)
        _ = TimerBoard.update(&state, event: .add)
        _ = TimerBoard.update(&state, event: .remove(20))
        #expect(!state.isFull)
        _ = TimerBoard.update(&state, event: .add)
        #expect(state.timers.keys.elementsEqual(Array(1...19) + [21]))
    }
}
