import Oak
import OakTesting
import Testing

private struct Failure: Error {}

@Suite("Machines of the article on proofs, a hundred in one")
struct CrowdTests {
    @Test func printJobs() async {
        await expectCrowd(of: PrintJob.self, from: .waiting, on: .start, env: .init(printPage: {}))
        await expectCrowd(of: PrintJob.self, from: .waiting, on: .start, env: .init(printPage: { throw Failure() }))
    }
}
