import Oak
import Testing

private struct Failure: Error {}

@Suite("Machines of the article on the end of a run, a hundred in one")
struct CrowdTests {
    @Test func drafts() async {
        await expectCrowd(of: Draft.self, from: .editing("Dear"), on: .close, env: .init(save: { _ in }), answers: 0)
    }

    @Test func uploads() async {
        await expectCrowd(of: Upload.self, from: .ready, on: .start, env: .init(upload: {}))
        await expectCrowd(of: Upload.self, from: .ready, on: .start, env: .init(upload: { throw Failure() }))
    }

    @Test func publications() async {
        await expectCrowd(
            of: Publication.self, from: .draft, on: .publish, env: .init(upload: {}, announce: {}), answers: 0)
        await expectCrowd(
            of: Publication.self, from: .draft, on: .publish, env: .init(upload: {}, announce: { throw Failure() }))
    }
}
