import Oak
import OakTesting
import Synchronization
import Testing

@Suite("Properties that every machine can have")
struct BuiltInPropertyTests {
    private func operation(_ id: String) -> Responder.Effect { Responder.Effect(id: id) { _, _ in } }

    private func messages(
        of effect: Responder.Effect, _ property: Property<Responder> = .neverTwoOperationsWithOneID
    ) -> [String] {
        Issues.of {
            checkProperties(
                of: Responder.self, from: .init(answers: [.x: effect]), through: [.x, .x], properties: [property])
        }.messages
    }

    @Test("Two operations with one identity, side by side in one effect, are found")
    func collision() {
        let collision = messages(of: .combine(operation("a"), .sequence(operation("b"), operation("a"))))
        #expect(collision.count == 1)
        #expect(collision.first?.contains("Two effects with the identity \"a\" run side by side.") == true)
        #expect(collision.first?.contains("        .neverTwoOperationsWithOneID\n") == true)
        #expect(messages(of: .sequence(.combine(operation("a"), operation("a")))).count == 1)
        #expect(messages(of: .combine(operation("a"), operation("b"), .cancelTask("a"))) == [])
        #expect(messages(of: .sequence(operation("a"), operation("a"))) == [])
    }

    @Test("An operation that starts while another one may be live is found, unless that one ended or was cancelled")
    func liveOperation() {
        let property = Property<Responder>.neverTwoOperationsWithOneID { $0 == .end ? "a" : nil }
        #expect(messages(of: operation("a"), property).count == 1)
        #expect(messages(of: operation("a"), property).first?.contains("The operation \"a\" starts while one") == true)
        #expect(messages(of: .sequence(.cancelTask("a"), operation("a")), property) == [])
        #expect(messages(of: operation("a"), .neverTwoOperationsWithOneID { $0 == .x ? "a" : nil }) == [])
        #expect(messages(of: Responder.Effect(operation: { _, _ in }), property) == [])
    }

    @Test("A sign-in never runs twice")
    func signIn() {
        let issues = Issues.of {
            checkProperties(
                of: SignIn.self, from: .idle,
                properties: [
                    .neverTwoOperationsWithOneID,
                    .neverTwoOperationsWithOneID { event in
                        switch event {
                        case .succeeded, .failed: "sign-in"
                        case .signInRequested, .cancelled: nil
                        }
                    },
                    .terminalStateStaysReachable(), .deterministic,
                ])
        }
        #expect(issues.messages == [])
    }

    @Test("A state that no terminal state can be reached from is found, with the shortest way to it")
    func deadEnd() {
        let issues = Issues.of {
            checkProperties(of: Maze.self, from: .entrance, properties: [.terminalStateStaysReachable()])
        }
        #expect(issues.messages.count == 1)
        #expect(issues.message(0).contains("From .trap no sequence of the events [.left, .right] leads to a terminal"))
        #expect(issues.message(0).contains("    .entrance\n    .right → .hall\n    .right → .trap\n"))
        #expect(issues.message(0).contains("        .terminalStateStaysReachable(by: [.left, .right])\n"))
        let again = Issues.of {
            checkProperties(
                of: Maze.self, from: .entrance, through: [.right, .right],
                properties: [.terminalStateStaysReachable(by: [.left, .right])])
            checkProperties(
                of: Maze.self, from: .entrance, through: [.left],
                properties: [.terminalStateStaysReachable(by: [.left, .right])])
        }
        #expect(again.messages.count == 1)
    }

    @Test("Beyond the limit nothing is known, but there has to be a terminal state within it")
    func limit() {
        let issues = Issues.of {
            checkProperties(of: Climb.self, from: 0, properties: [.terminalStateStaysReachable(limit: 100)])
        }
        #expect(issues.messages == [])
        let none = Issues.of {
            checkProperties(of: Climb.self, from: 0, properties: [.terminalStateStaysReachable(limit: 3)])
        }
        #expect(none.messages.count == 1)
        #expect(none.message(0).contains("None of the first 3 states is terminal."))
    }

    @Test("An update that depends on more than its arguments is found")
    func impurity() {
        let issues = Issues.of {
            checkProperties(of: Impure<State>.self, from: .init(), properties: [.deterministic])
            checkProperties(of: Impure<Output>.self, from: .init(), properties: [.deterministic])
            checkProperties(of: Impure<Effect>.self, from: .init(), properties: [.deterministic])
        }
        #expect(issues.messages.count == 3)
        let name = "\"The same event in the same state always has the same result\" does not hold"
        #expect(issues.messages.allSatisfy { $0.hasPrefix(name) })
    }

    @Test("A failure that does not come again is reported as such")
    func irreproducible() {
        let count = Mutex(0)
        let issues = Issues.of {
            checkProperties(
                of: Turnstile.self, from: .locked,
                properties: [
                    .never("Fails once") { _ in
                        count.withLock {
                            $0 += 1; return $0 == 10
                        }
                    }
                ])
        }
        #expect(issues.messages.count == 1)
        #expect(issues.message(0).hasPrefix("A property of Turnstile did not hold, but does when the same events"))
    }

    // MARK: - Machines

    private enum Maze: Transducer {
        enum State: Hashable { case entrance, hall, trap, exit }
        enum Event: CaseIterable { case left, right }

        static func isTerminal(_ state: State) -> Bool { state == .exit }

        static func update(_ state: inout State, event: Event) {
            switch (state, event) {
            case (.entrance, .right): state = .hall
            case (.hall, .right): state = .trap
            case (.hall, .left): state = .entrance
            case (.entrance, .left): state = .exit
            case (.trap, _), (.exit, _): break
            }
        }
    }

    /// Has infinitely many states.
    private enum Climb: Transducer {
        enum Event: CaseIterable { case up, top }
        typealias State = Int

        static func isTerminal(_ state: State) -> Bool { state < 0 }

        static func update(_ state: inout State, event: Event) {
            switch event {
            case .up: state += 1
            case .top where state > 5: state = -1
            case .top: break
            }
        }
    }

    private enum State {}
    private enum Output {}
    private enum Effect {}
    private static let calls = Mutex(0)

    /// Counts its calls, where the type that it is given tells.
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
