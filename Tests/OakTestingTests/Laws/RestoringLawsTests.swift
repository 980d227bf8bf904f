import Oak
import OakTesting
import Testing

@Suite("Laws of stored states")
struct RestoringLawsTests {
    /// Has children and activities, and everything in its state.
    private enum Kept: CompositeTransducer {
        struct State: Codable, Equatable {
            var isOpen = false
            var members = Children<Int, Alarm.State>()
        }
        enum Event: Sendable { case toggle, add(Int), remove(Int), member(Int, Alarm.Event) }

        static let members = children("member", Alarm.self, event: { Event.member($0, $1) }, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> {
            if state.isOpen { members(state.members) }
        }

        static func activities(in state: State) -> [Effect] {
            state.isOpen ? [Effect(id: "open") { _, _ in }] : []
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .toggle: state.isOpen.toggle()
            case .add(let key): state.members[key] = .init()
            case .remove(let key): state.members[key] = nil
            case .member(let key, let event):
                return state.isOpen ? members.step(&state.members, key, event).effect : members[key].refuse(event)
            }
            return nil
        }
    }

    private enum Alarm: EffectTransducer {
        struct State: Codable, Equatable { var seconds: Int? }
        enum Event: Sendable { case set(Int), ring }

        static func activities(in state: State) -> [Effect] {
            state.seconds.map { [.timeout(.seconds($0), id: $0, sending: .ring)] } ?? []
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .set(let seconds): state.seconds = seconds
            case .ring: state.seconds = nil
            }
            return nil
        }
    }

    private static let events: [Kept.Event] = [
        .toggle, .add(1), .add(2), .remove(1), .member(1, .set(5)), .member(2, .set(6)), .member(2, .ring),
    ]

    @Test("A machine that keeps all its data in its state passes the laws")
    func kept() {
        checkLaws(ofRestoring: Kept.self, from: .init(), events: .any(of: Self.events))
        checkLaws(
            ofRestoring: Kept.self, from: .init(), events: .any(of: Self.events), sequences: 20,
            encode: { $0 }, decode: { $0 })
    }

    /// The faults of a machine or of the way its state is stored.
    enum Fault: CaseIterable {
        case none, cannotBeEncoded, cannotBeDecoded, losesCount, losesMood, activitiesFromOutside, effectsFromOutside,
            outputsFromOutside

        var law: String {
            switch self {
            case .none: ""
            case .cannotBeEncoded, .cannotBeDecoded: "A state can be"
            case .losesCount: "A state that was"
            case .losesMood: "The same children and"
            case .activitiesFromOutside: "The same children and"
            case .effectsFromOutside, .outputsFromOutside: "A machine that goes"
            }
        }
    }

    /// Data outside of every state.
    private final class Outside: @unchecked Sendable { var count = 0 }

    private struct CodingFailure: Error {}

    private enum Broken: EffectTransducer {
        struct State: Equatable {
            var fault: Fault
            var count = 0
            /// Ignored by `==`.
            var mood = 0
            let outside: Outside

            static func == (lhs: State, rhs: State) -> Bool { lhs.count == rhs.count }
        }
        enum Event: Sendable { case go }
        typealias Output = Int

        static func activities(in state: State) -> [Effect] {
            let id = state.fault == .activitiesFromOutside ? state.outside.count : state.mood
            return [Effect(id: id) { _, _ in }]
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            state.count += 1
            if state.fault == .losesMood { state.mood += 1 }
            state.outside.count += 1
            let effect: Effect? = state.fault == .effectsFromOutside ? .cancelTask(state.outside.count) : nil
            return (effect, state.fault == .outputsFromOutside ? state.outside.count : state.count)
        }
    }

    @Test("Each fault of a machine or a coding breaks its law within few events", arguments: Fault.allCases)
    func broken(fault: Fault) {
        let outside = Outside()
        let issues = Issues.of {
            checkLaws(
                ofRestoring: Broken.self, from: .init(fault: fault, outside: outside), events: .always(.go),
                encode: { state in
                    if fault == .cannotBeEncoded, state.count == 2 { throw CodingFailure() }
                    return [state.count, state.mood]
                },
                decode: { stored in
                    if fault == .cannotBeDecoded, stored[0] == 2 { throw CodingFailure() }
                    return Broken.State(
                        fault: fault, count: fault == .losesCount ? 0 : stored[0],
                        mood: fault == .losesMood ? 0 : stored[1], outside: outside)
                }, line: 7)
        }
        guard fault != .none else { return #expect(issues.messages == []) }
        #expect(issues.laws == [fault.law], "\(issues.messages)")
        #expect(issues.lines == [7])
        #expect(issues.message(0).contains("Done: began in"))
        #expect(issues.message(0).split(separator: ".go").count <= 3, "\(issues.message(0))")
    }

    /// A machine whose encoded state omits the property that names an activity.
    private enum LossyCoding: EffectTransducer {
        struct State: Codable {
            var isOn = false
            enum CodingKeys: CodingKey {}
        }
        enum Event: CaseIterable { case toggle }

        static func activities(in state: State) -> [Effect] { state.isOn ? [Effect(id: "on") { _, _ in }] : [] }
        static func update(_ state: inout State, event: Event) -> Effect? {
            state.isOn.toggle()
            return nil
        }
    }

    @Test("A stored property that JSON omits breaks a law")
    func forgetful() {
        let issues = Issues.of {
            checkLaws(ofRestoring: LossyCoding.self, from: .init(), events: .allCases)
        }
        #expect(issues.laws == ["A state that was"])
        #expect(issues.message(0).contains("sent .toggle; stored the state and read it"))
    }

    @Test("A check without sequences of events is reported")
    func nothing() {
        let issues = Issues.of {
            checkLaws(ofRestoring: LossyCoding.self, from: .init(), events: .allCases, sequences: 0)
        }
        #expect(issues.messages.count == 1)
    }
}
