import Oak
import OakDurable
import OakTesting
import Testing

@Suite("Machines of the page of OakDurable, a hundred in one")
struct CrowdTests {
    @Test func deliveries() async {
        await expectCrowd(of: Delivery.self, from: .packing, on: .shipped, .signed, env: (), answers: 0)
    }
}
