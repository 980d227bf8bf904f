import Oak
import TestSupport
import Testing

@Suite("C27, C28 Inspection of live children and activities")
struct LiveTests {
    private func names<T>(_ live: Active<T>) -> [String] {
        live.children.map { $0.map(\.description).joined(separator: "/") }
    }

    private var state: ActivityComposite.State {
        var state = ActivityComposite.State(phase: .single(.init("x")), tenant: (4, .init()), own: ["own"])
        state.members = [2: .init("y"), 1: .init()]
        var inner = ActivityComposite.State(guest: .init("z", "w"))
        inner.inner = .rooms(.init(members: [9: .init()]))
        state.inner = .rooms(inner)
        return state
    }

    @Test("Live children are listed in depth-first order")
    func children() {
        #expect(
            names(ActivityComposite.live(in: state)) == [
                "inner", "inner/guest", "inner/inner", "inner/inner/member[9]", "member[2]", "member[1]", "single",
                "tenant",
            ])
        #expect(names(ActivityComposite.live(in: .init())) == [])
        #expect(names(Script.live(in: .init())) == [])
    }

    @Test("Live activities are those of the machine and its children, with their full identities")
    func activities() {
        let activities = ActivityComposite.live(in: state).activities
        #expect(
            activities.map { $0.id?.description } == [
                "own", "single/x", "member[2]/y", "inner/guest/z", "inner/guest/w",
            ])
        #expect(
            activities.map { $0.child.map(\.description) } == [
                [], ["single"], ["member[2]"], ["inner", "guest"], ["inner", "guest"],
            ])
        #expect(ActivityComposite.single.id("x") == activities[1].id)
        #expect(ActivityComposite.live(in: .init()).activities.isEmpty)
    }

    @Test("A list of activities counts as its individual elements")
    func lists() {
        let list: ActivityScript.Effect? = .all([ActivityScript.lasting("x"), ActivityScript.lasting("y")])
        let live = ActivityScript.live(in: .init(activities: [list, ActivityScript.lasting("z")].compactMap(\.self)))
        #expect(live.activities.map { $0.id?.description } == ["x", "y", "z"])
    }

    @Test("Machines of a pair are live until they have ended")
    func pairs() {
        var ended = ActivityChild.State("y")
        ended.isTerminal = true
        typealias Both = Parallel<ActivityChild, Parallel<Script, ActivityChild>>
        let live = Both.live(in: .init(.init("x"), .init(.init(), ended)))
        #expect(names(live) == ["#0", "#1", "#1/#0"])
        #expect(live.activities.map { $0.id?.description } == ["#0/x"])
        typealias Chain = Sequential<EndingAtOnce, EndingAtOnce>
        #expect(names(Chain.live(in: .init(false, true))) == ["#0"])
    }

    /// Ends with the first event.
    private enum EndingAtOnce: Transducer {
        typealias State = Bool
        enum Event { case go }
        static func isTerminal(_ state: Bool) -> Bool { state }
        static func update(_ state: inout Bool, event: Event) -> Event {
            state = true
            return event
        }
    }

    @Test("A child that has ended stays live while it is named, without activities or children")
    func ended() {
        var ended = ActivityChild.State("x")
        ended.isTerminal = true
        let live = ActivityComposite.live(in: .init(guest: ended))
        #expect(names(live) == ["guest"] && live.activities.isEmpty)
    }

    @Test("The description lists children before activities")
    func text() {
        #expect("\(ActivityComposite.live(in: .init()))" == "")
        #expect("\(ActivityComposite.live(in: .init(guest: .init())))" == "guest")
        #expect("\(ActivityComposite.live(in: .init(own: ["x"])))" == "| operation(id: x)")
        #expect("\(ActivityComposite.live(in: .init(guest: .init("x"))))" == "guest | operation(id: guest/x)")
    }

    @Test("Children of a collection are listed in its order at any depth")
    func many() {
        var state = ActivityComposite.State()
        for key in (0..<100).reversed() { state.members[key] = .init("x") }
        for _ in 0..<50 {
            var outer = ActivityComposite.State()
            outer.inner = .rooms(state)
            state = outer
        }
        let live = ActivityComposite.live(in: state)
        #expect(live.children.count == 150 && live.activities.count == 100)
        #expect(live.children.last?.last == ActivityComposite.members.name[0])
    }
}
