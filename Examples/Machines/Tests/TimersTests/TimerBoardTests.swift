import Oak
import OakTesting
import Testing

@testable import Timers

@Suite("A board of timers")
struct TimerBoardTests {
    let clock = TestClock()

    func tester() -> TransducerTester<TimerBoard> {
        TransducerTester(
            of: TimerBoard.self, initialState: TimerBoard.State(), env: TimerBoard.Env(clock: clock))
    }

    static func task(_ number: Int) -> EffectDescription<TimerBoard.Event> {
        .activity(.operation(id: TimerBoard.timer[number].id(Timers.Work.timer)))
    }

    /// Starts timers that have counted nothing.
    func start(_ numbers: Int..., on tester: TransducerTester<TimerBoard>) async {
        for number in numbers {
            await tester.send(.timer(number, .start)) { $0.timers[number] = .running(count: 0) }
            tester.expectStarted(Self.task(number))
        }
    }

    /// Adds a timer, which gets a number.
    func add(_ number: Int, to tester: TransducerTester<TimerBoard>) async {
        await tester.send(.add) {
            $0.timers[number] = .start(count: 0)
            $0.lastNumber = number
        }
    }

    /// Lets a second pass, in which each of the timers ticks.
    func tick(_ numbers: Int..., to count: Int, on tester: TransducerTester<TimerBoard>) async {
        await clock.advance(by: .seconds(1))
        for number in numbers {
            await tester.receive(.timer(number, .ping)) { $0.timers[number] = .running(count: count) }
        }
    }

    /// Ends the test while timers are running.
    func leave(_ tester: TransducerTester<TimerBoard>, running numbers: Int...) async {
        await tester.cancel()
        for number in numbers { tester.expectCancelled(Self.task(number), because: .machineEnded) }
        await tester.finish(throwing: TransducerError.cancelled)
        #expect(clock.sleepers.isEmpty)
    }

    @Test("The board begins with a list of three stopped timers")
    func beginning() {
        let state = TimerBoard.State()
        #expect(state.page == .list)
        #expect(state.timers.keys.elementsEqual([1, 2, 3]))
        #expect(state.timers.allSatisfy { $0.value == .start(count: 0) })
        #expect(!state.isFull)
        #expect(!state.isTerminal)
    }

    @Test("Several timers tick independently")
    func several() async {
        let tester = tester()
        await start(1, 3, on: tester)
        await tick(1, 3, to: 1, on: tester)
        await tester.send(.timer(2, .start)) { $0.timers[2] = .running(count: 0) }
        tester.expectStarted(Self.task(2))
        await clock.advance(by: .seconds(1))
        await tester.receive(.timer(1, .ping)) { $0.timers[1] = .running(count: 2) }
        await tester.receive(.timer(3, .ping)) { $0.timers[3] = .running(count: 2) }
        await tester.receive(.timer(2, .ping)) { $0.timers[2] = .running(count: 1) }
        await tester.send(.timer(1, .stop)) { $0.timers[1] = .start(count: 2) }
        tester.expectCancelled(Self.task(1), because: .stateLeft)
        await clock.advance(by: .seconds(1))
        await tester.receive(.timer(3, .ping)) { $0.timers[3] = .running(count: 3) }
        await tester.receive(.timer(2, .ping)) { $0.timers[2] = .running(count: 2) }
        await leave(tester, running: 3, 2)
    }

    @Test("Opening a page does not affect a timer")
    func pages() async {
        let tester = tester()
        await start(1, 2, on: tester)
        await tester.send(.open(1)) { $0.page = .detail(1) }
        await tick(1, 2, to: 1, on: tester)
        await tester.send(.open(3)) { $0.page = .detail(3) }
        await tick(1, 2, to: 2, on: tester)
        await tester.send(.back) { $0.page = .list }
        await tick(1, 2, to: 3, on: tester)
        await tester.send(.back)
        await leave(tester, running: 1, 2)
    }

    @Test("Removing a timer cancels its operation at once and no other operation")
    func removal() async {
        let tester = tester()
        await start(1, 2, on: tester)
        await tester.send(.remove(1)) { $0.timers[1] = nil }
        tester.expectCancelled(Self.task(1), because: .childDeparted)
        #expect(clock.sleepers.count == 1)
        await tick(2, to: 1, on: tester)
        await tester.send(.timer(1, .ping))
        tester.expectRejected(.timer(1, .ping))
        await leave(tester, running: 2)
    }

    @Test("Removing the displayed timer shows the list, and removing another timer leaves the display unchanged")
    func removalOfPage() async {
        let tester = tester()
        await tester.send(.open(2)) { $0.page = .detail(2) }
        await tester.send(.remove(1)) { $0.timers[1] = nil }
        await tester.send(.remove(2)) {
            $0.timers[2] = nil
            $0.page = .list
        }
        await tester.finish()
    }

    @Test("A missing timer can be neither opened nor removed")
    func absent() async {
        let tester = tester()
        for number in [0, 4, -1] {
            await tester.send(.open(number))
            await tester.send(.remove(number))
        }
        await tester.finish()
    }

    @Test("A terminated timer keeps its state until it is removed, and the board continues")
    func terminated() async {
        let tester = tester()
        await start(1, 2, on: tester)
        await tester.send(.timer(1, .terminate)) { $0.timers[1] = .terminated }
        tester.expectCancelled(Self.task(1), because: .childEnded)
        await tester.send(.timer(1, .start))
        tester.expectRejected(.timer(1, .start))
        await tick(2, to: 1, on: tester)
        await tester.send(.open(1)) { $0.page = .detail(1) }
        await tester.send(.remove(1)) {
            $0.timers[1] = nil
            $0.page = .list
        }
        await tester.send(.remove(2)) { $0.timers[2] = nil }
        tester.expectCancelled(Self.task(2), because: .childDeparted)
        await tester.send(.remove(3)) { $0.timers[3] = nil }
        #expect(tester.state.timers.isEmpty)
        #expect(!tester.hasEnded)
        await tester.finish()
    }

    @Test("A number is never used twice")
    func numbers() async {
        let tester = tester()
        await start(3, on: tester)
        await tester.send(.remove(3)) { $0.timers[3] = nil }
        tester.expectCancelled(Self.task(3), because: .childDeparted)
        await add(4, to: tester)
        await tester.send(.remove(4)) { $0.timers[4] = nil }
        await add(5, to: tester)
        for number in [1, 5, 2] { await tester.send(.remove(number)) { $0.timers[number] = nil } }
        #expect(tester.state.timers.isEmpty)
        await add(6, to: tester)
        await tester.finish()
    }

    @Test("A full board says so and accepts no timer until one is removed")
    func full() async {
        let tester = tester()
        for number in 4...20 {
            #expect(!tester.state.isFull)
            await add(number, to: tester)
        }
        #expect(tester.state.isFull)
        await tester.send(.add)
        await tester.send(.timer(7, .terminate)) { $0.timers[7] = .terminated }
        #expect(tester.state.isFull)
        await tester.send(.remove(7)) { $0.timers[7] = nil }
        #expect(!tester.state.isFull)
        await add(21, to: tester)
        #expect(tester.state.isFull)
        await tester.finish()
    }

    @Test("A tick that races with the removal of its timer is counted before the removal or not at all")
    func removedTick() async {
        await explore(seeds: 1...300) {
            let clock = TestClock(advancing: .whenIdle)
            let proxy = TimerBoard.Proxy(initialEvent: .timer(1, .start))
            try proxy.send(.timer(2, .start))
            let recorder = TraceRecorder(of: TimerBoard.self)
            async let removing: Void = {
                // At this moment the third tick of both is due as well.
                try await clock.sleep(for: .seconds(3))
                try proxy.send(.remove(1))
                try await clock.sleep(for: .seconds(2.5))
                proxy.cancel()
            }()
            await #expect(throws: TransducerError.cancelled) {
                try await TimerBoard.run(
                    initialState: TimerBoard.State(), proxy: proxy, env: TimerBoard.Env(clock: clock),
                    observer: recorder)
            }
            try await removing
            let events = recorder.trace.events
            expectThat(events.count { $0 == .timer(1, .ping) } >= 2, "\(events)")
            expectThat(!events.drop { $0 != .remove(1) }.contains(.timer(1, .ping)), "\(events)")
            // The other one loses none.
            expectThat(events.count { $0 == .timer(2, .ping) } == 5, "\(events)")
        }
    }
}
