import Oak
import OakDurable
import OakTesting
import Testing

@Suite("Machines of the article on durable machines, a hundred in one")
struct CrowdTests {
    @Test func memberships() async {
        await expectCrowd(of: Membership.self, from: .charging(month: 1), env: .init(charge: { _ in true }))
        await expectCrowd(of: Membership.self, from: .charging(month: 1), env: .init(charge: { _ in false }))
    }

    @Test func reservations() async {
        await expectCrowd(of: Reservation.self, from: .held, on: .confirm, env: (), answers: 0)
    }
}
