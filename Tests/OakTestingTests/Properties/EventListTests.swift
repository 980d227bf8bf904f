import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Properties over a list of events")
struct EventListTests {
    @Test("The events are chosen from the list, and an empty list is reported")
    func list() {
        let failing = Issues.of {
            checkProperties(
                of: Turnstile.self, from: .locked, events: [.coin],
                properties: [.never("It is never unlocked") { $0 == .unlocked }])
        }
        #expect(failing.messages.count == 1)
        let empty = Issues.of {
            checkProperties(
                of: Turnstile.self, from: .locked, events: [Turnstile.Event](), properties: [.deterministic])
        }
        #expect(empty.messages == ["There is no event to choose from."])
    }
}
