import Oak
import OakTesting
import Testing

private struct Failure: Error {}

@Suite("Machines in other words, a hundred in one")
struct CrowdTests {
    @Test func searches() async {
        await expectCrowd(
            of: Search.self, from: .idle, on: .typed("oak"),
            env: .init(search: { [$0] }, clock: TestClock(advancing: .whenIdle)), answers: 2)
        await expectCrowd(
            of: Search.self, from: .idle, on: .typed("oak"),
            env: .init(search: { _ in throw Failure() }, clock: TestClock(advancing: .whenIdle)), answers: 2)
    }

    @Test func accounts() async {
        await expectCrowd(
            of: Account.self, from: .signedIn(.idle), on: .search(.typed("oak")),
            env: .init(search: { [$0] }, clock: TestClock(advancing: .whenIdle)), answers: 2)
    }

    @Test func doors() async {
        await expectCrowd(
            of: Door.self, from: .closed, on: .push, .push, env: .init(clock: TestClock(advancing: .whenIdle)))
    }
}
