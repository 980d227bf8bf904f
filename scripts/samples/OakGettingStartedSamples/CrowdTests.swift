import Oak
import Testing

private struct Failure: Error {}

@Suite("The first machine, a hundred in one")
struct CrowdTests {
    @Test func reports() async {
        await expectCrowd(of: Weather.self, from: .idle, on: .ask(city: "Bergen"), env: .init(fetch: { $0 }))
        await expectCrowd(
            of: Weather.self, from: .idle, on: .ask(city: "Bergen"), env: .init(fetch: { _ in throw Failure() }))
    }
}
