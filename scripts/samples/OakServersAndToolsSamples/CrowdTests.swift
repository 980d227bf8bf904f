import Oak
import Testing

@Suite("Machines of servers, a hundred in one")
struct CrowdTests {
    @Test func jobs() async {
        await expectCrowd(
            of: Job.self, from: .waiting, on: .start,
            env: .init(work: { report in
                for percent in [25, 50, 75] { try report(percent) }
                return "42 pages"
            }), answers: 4)
    }

    @Test func presses() async {
        await expectCrowd(of: Press.self, from: .printing(pages: 1), on: .stop, env: .init(save: { _ in }), answers: 0)
    }
}
