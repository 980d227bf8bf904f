import Oak
import OakDurable
import OakTesting
import Testing

@Suite("Machines in the documentation comments of OakDurable, a hundred in one")
struct CrowdTests {
    @Test func orders() async {
        await expectCrowd(
            of: DurableTransducer1.Order.self, from: .open, on: .pay(cents: 5), env: .init(charge: { _, _ in true }))
        await expectCrowd(
            of: DurableTransducer1.Order.self, from: .open, on: .pay(cents: 5), env: .init(charge: { _, _ in false }))
    }
}
