import Oak
import Testing

@Suite("Machines of the article on tests, a hundred in one")
struct CrowdTests {
    @Test func loaders() async {
        await expectCrowd(of: Loader.self, from: .idle, on: .load, env: .init(load: { 42 }))
    }

    @Test func searches() async {
        await expectCrowd(
            of: Search<ImpatientClock>.self, from: .init(clock: ImpatientClock()), on: .typed("oak"),
            env: .init(search: { _ in }))
    }
}
