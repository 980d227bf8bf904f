import Oak
import Testing

@Suite("Machines brought along from Oak 0.28, a hundred in one")
struct CrowdTests {
    @Test func letters() async {
        await expectCrowd(of: Letter.self, from: .draft, on: .send, env: .init(print: {}, post: {}), answers: 0)
    }

    @Test func downloads() async {
        await expectCrowd(of: Download.self, from: .idle, on: .load, env: .init(fetch: { 1 }))
    }
}
