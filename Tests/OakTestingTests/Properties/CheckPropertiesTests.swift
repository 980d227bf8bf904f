import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Properties in random sequences of events")
struct CheckPropertiesTests {
    @Test("A property that holds is not reported")
    func success() {
        let issues = Issues.of {
            checkProperties(
                of: Turnstile.self, from: .locked, events: .allCases,
                properties: [
                    .never("It is in no other state") { $0 != .locked && $0 != .unlocked },
                    .everyTransition("Only a coin unlocks") { before, event, after, effect in
                        before == after || after == .locked || event == .coin
                    },
                    .deterministic,
                ])
        }
        #expect(issues.messages == [])
    }

    @Test("A failure is reported at the line of the check with its seed, its shortest path and a test")
    func failure() {
        let line: UInt = #line
        let issues = Issues.of {
            checkProperties(
                of: Lift.self, from: .init(), events: .allCases, sequences: 10, length: 50, seed: 7,
                properties: [.isClosedWhileMoving])
        }
        #expect(issues.lines == [line + 2])
        #expect(
            issues.messages == [
                """
                "The door is closed while the lift moves" does not hold for Lift.

                Seed 7, sequence 7: failed after 18 random events. These events are enough:

                    State(isMoving: false, isOpen: false, isObstructed: false)
                    .obstructed → State(isMoving: false, isOpen: false, isObstructed: true)
                    .called → State(isMoving: true, isOpen: false, isObstructed: true)
                    .opened → State(isMoving: true, isOpen: true, isObstructed: true)

                As a test:

                @Test("The door is closed while the lift moves")
                func theDoorIsClosedWhileTheLiftMoves() {
                    checkProperties(
                        of: Lift.self, from: Lift.State(isMoving: false, isOpen: false, isObstructed: false),
                        through: [.obstructed, .called, .opened],
                        properties: [
                            <#the property "The door is closed while the lift moves", as in \(#fileID):\(line + 2)#>
                        ])
                }
                """
            ])
    }

    @Test("The reported events reproduce the failure, which disappears without any one of the events")
    func through() {
        let events: [Lift.Event] = [.called, .obstructed, .opened]
        let issues = Issues.of {
            checkProperties(
                of: Lift.self, from: .init(), through: events + [.arrived], properties: [.isClosedWhileMoving])
            for index in events.indices {
                var fewer = events
                fewer.remove(at: index)
                checkProperties(of: Lift.self, from: .init(), through: fewer, properties: [.isClosedWhileMoving])
            }
        }
        #expect(issues.only.contains("through: [.called, .obstructed, .opened],"))
        #expect(!issues.only.contains("Seed"))
    }

    @Test("Every seed leads to the same shortest counterexample", arguments: 1...20)
    func shrinking(seed: UInt64) {
        let issues = Issues.of {
            checkProperties(
                of: Lift.self, from: .init(), events: .allCases, seed: seed, properties: [.isClosedWhileMoving])
        }
        let lines = issues.message(0).split(separator: "\n").filter { $0.contains("→") }
        #expect(lines.count == 3)
    }

    private enum Tide: Transducer {
        struct State { var rises = 0, falls = 0 }
        enum Event { case rise, fall }
        static func update(_ state: inout State, event: Event) {
            switch event {
            case .rise: state.rises += 1
            case .fall: state.falls += 1
            }
        }
    }

    @Test("Shrinking keeps the property that failed")
    func sameProperty() {
        let issues = Issues.of {
            checkProperties(
                of: Tide.self, from: .init(), events: .weighted([(20, .rise), (1, .fall)]),
                properties: [
                    .never("Two falls") { $0.falls == 2 }, .never("More falls than rises") { $0.falls > $0.rises },
                ])
        }
        #expect(issues.message(0).hasPrefix("\"Two falls\""))
        #expect(issues.message(0).contains("through: [.rise, .fall, .fall],"))
    }

    @Test("The seed determines the report")
    func seeds() {
        func message(seed: UInt64) -> String? {
            Issues.of {
                checkProperties(
                    of: Lift.self, from: .init(), events: .allCases, seed: seed, properties: [.isClosedWhileMoving])
            }.messages.first
        }
        let first = message(seed: 1)
        #expect(first == message(seed: 1))
        #expect(first != message(seed: 2))
    }

    @Test("A property is checked in the initial state")
    func initialState() {
        let issues = Issues.of {
            checkProperties(
                of: Lift.self, from: .init(isMoving: true, isOpen: true), events: .allCases,
                properties: [.isClosedWhileMoving])
        }
        #expect(issues.message(0).contains("failed after 0 random events. It takes no event."))
        #expect(issues.message(0).contains("through: [],"))
    }

    @Test("A property of a transition receives both states, the event and the effect")
    func transition() {
        let issues = Issues.of {
            checkProperties(
                of: SignIn.self, from: .idle, events: .allCases,
                properties: [
                    .everyTransition("Only a request starts an operation") { before, event, after, effect in
                        effect?.kind != .operation || (before != after && event == .signInRequested)
                    },
                    .everyTransition("Nothing is cancelled") { _, _, _, effect in effect?.kind != .cancelTask },
                ])
        }
        #expect(issues.only.contains("\"Nothing is cancelled\" does not hold"))
        #expect(issues.only.contains("through: [.signInRequested, .cancelled],"))
    }

    @Test("A check without properties or sequences is reported")
    func misuse() {
        let issues = Issues.of {
            checkProperties(of: Lift.self, from: .init(), events: .allCases, properties: [])
            checkProperties(of: Lift.self, from: .init(), through: [.called], properties: [])
            checkProperties(
                of: Lift.self, from: .init(), events: .allCases, sequences: 0, properties: [.isClosedWhileMoving])
            checkProperties(
                of: Lift.self, from: .init(), events: .allCases, length: -1, properties: [.isClosedWhileMoving])
        }
        #expect(issues.messages.map { $0.prefix(8) } == ["There is", "There is", "Nothing ", "Nothing "])
    }
}
