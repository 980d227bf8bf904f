import Oak
import OakTesting
import Synchronization
import TestSupport
import Testing

@Suite("Built-in properties")
struct BuiltInPropertyTests {
    @Test("An update that depends on anything but its arguments is found")
    func impurity() {
        let issues = Issues.of {
            checkProperties(of: Impure<State>.self, from: .init(), events: .allCases, properties: [.deterministic])
            checkProperties(of: Impure<Output>.self, from: .init(), events: .allCases, properties: [.deterministic])
            checkProperties(of: Impure<Effect>.self, from: .init(), events: .allCases, properties: [.deterministic])
        }
        #expect(issues.messages.count == 3)
        let name = "\"The same event in the same state always has the same result\" does not hold"
        #expect(issues.messages.allSatisfy { $0.hasPrefix(name) })
    }

    @Test("A composite whose child departs is deterministic")
    func departure() {
        checkProperties(
            of: House.self, from: .init(),
            events: .any(of: [.enter(.ofDeparted), .enter(.ofEnded), .enter(.returned)]),
            properties: [.deterministic])
    }

    @Test("A failure that cannot be repeated is reported as irreproducible")
    func irreproducible() {
        let count = Mutex(0)
        let issues = Issues.of {
            checkProperties(
                of: Turnstile.self, from: .locked, events: .allCases,
                properties: [
                    .never("Fails once") { _ in
                        count.withLock {
                            $0 += 1; return $0 == 10
                        }
                    }
                ])
        }
        #expect(issues.only.hasPrefix("A property of Turnstile did not hold, but does when the same events"))
    }

    // MARK: - Machines

    private enum State {}
    private enum Output {}
    private enum Effect {}
    private static let calls = Mutex(0)

    /// A machine whose state, output or effect, as its parameter says, depends on the number of calls.
    private enum Impure<Part>: EffectTransducer {
        struct State: Hashable { var calls = 0 }
        enum Event: CaseIterable { case tick }
        typealias Output = Int

        static func update(_ state: inout State, event: Event) -> (Self.Effect?, Int) {
            let calls = BuiltInPropertyTests.calls.withLock {
                $0 += 1; return $0
            }
            if Part.self == BuiltInPropertyTests.State.self { state.calls = calls }
            let effect: Self.Effect? = Part.self == BuiltInPropertyTests.Effect.self ? .cancelTask(calls) : nil
            return (effect, Part.self == BuiltInPropertyTests.Output.self ? calls : 0)
        }
    }
}
