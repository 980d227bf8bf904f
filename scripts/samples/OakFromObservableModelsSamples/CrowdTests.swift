import Oak
import Testing

@Suite("Machines in place of observable models, a hundred in one")
struct CrowdTests {
    @Test func departures() async {
        await expectCrowd(of: Departures.self, from: .idle, on: .load("Harbour"), env: .init(fetch: { [$0] }))
    }
}
