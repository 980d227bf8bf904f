import Oak
import OakTesting
import Testing

@Suite("Machines that come from statecharts, a hundred in one")
struct CrowdTests {
    private static var clock: TestClock { TestClock(advancing: .whenIdle) }

    @Test func tuners() async {
        await expectCrowd(of: Tuner.self, from: .searching, env: .init(search: { 99.9 }))
        await expectCrowd(of: Tuner.self, from: .tuned(98.7), on: .next, env: .init(search: { 99.9 }))
    }

    @Test func radios() async {
        await expectCrowd(of: Radio.self, from: .off, on: .power, env: .init(search: { 99.9 }))
        await expectCrowd(of: Radio.self, from: .off, on: .power, .power, .power, env: .init(search: { 99.9 }))
    }

    @Test func cinemas() async {
        await expectCrowd(
            of: Cinema.self, from: .watching(.searching), on: .phone("Robin"), .hangUp, env: .init(search: { 99.9 }))
    }

    @Test func alarms() async {
        await expectCrowd(of: Alarm.self, from: .off, on: .ring, env: .init(setSiren: { _ in }, clock: Self.clock))
    }

    @Test func screens() async {
        await expectCrowd(
            of: Screen.self, from: .dark, on: .touch, .brighter, .touch, env: .init(clock: Self.clock))
    }
}
