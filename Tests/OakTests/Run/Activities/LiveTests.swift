import Oak
import Testing

@Suite("C27, C28 Live children and activities of a state can be seen without running it")
struct LiveTests {
    private func names<T>(_ live: Active<T>) -> [String] {
        live.children.map { $0.map(\.description).joined(separator: "/") }
    }

    private var state: Household.State {
        var state = Household.State(phase: .single(.init("x")), tenant: (4, .init()), own: ["own"])
        state.members = [2: .init("y"), 1: .init()]
        var inner = Household.State(guest: .init("z", "w"))
        inner.inner = .rooms(.init(members: [9: .init()]))
        state.inner = .rooms(inner)
        return state
    }

    @Test("Children are named, also those within others, each behind the one around it")
    func children() {
        #expect(
            names(Household.live(in: state)) == [
                "inner", "inner/guest", "inner/inner", "inner/inner/member[9]", "member[2]", "member[1]", "single",
                "tenant",
            ])
        #expect(names(Household.live(in: .init())) == [])
        #expect(names(Puppet.live(in: .init())) == [])
    }

    @Test("Activities are those of the machine and of its children, with the identities that they have in it")
    func activities() {
        let activities = Household.live(in: state).activities
        #expect(
            activities.map { $0.id?.description } == [
                "own", "single/x", "member[2]/y", "inner/guest/z", "inner/guest/w",
            ])
        #expect(
            activities.map { $0.child.map(\.description) } == [
                [], ["single"], ["member[2]"], ["inner", "guest"], ["inner", "guest"],
            ])
        #expect(Household.single.id("x") == activities[1].id)
        #expect(Household.live(in: .init()).activities.isEmpty)
    }

    @Test("A list of activities is told as what is in it")
    func lists() {
        let list: Busy.Effect? = .all([Busy.lasting("x"), Busy.lasting("y")])
        let live = Busy.live(in: .init(activities: [list, Busy.lasting("z")].compactMap(\.self)))
        #expect(live.activities.map { $0.id?.description } == ["x", "y", "z"])
    }

    @Test("Of two machines those are named that have not ended")
    func pairs() {
        var ended = Member.State("y")
        ended.isTerminal = true
        typealias Both = Parallel<Member, Parallel<Puppet, Member>>
        let live = Both.live(in: .init(.init("x"), .init(.init(), ended)))
        #expect(names(live) == ["#0", "#1", "#1/#0"])
        #expect(live.activities.map { $0.id?.description } == ["#0/x"])
        typealias Chain = Sequential<Puppets, Puppets>
        #expect(names(Chain.live(in: .init(false, true))) == ["#0"])
    }

    /// Ends with the first event.
    private enum Puppets: Transducer {
        typealias State = Bool
        enum Event { case go }
        static func isTerminal(_ state: Bool) -> Bool { state }
        static func update(_ state: inout Bool, event: Event) -> Event {
            state = true
            return event
        }
    }

    @Test("A child that has ended is there for as long as it is named, without activities and children")
    func ended() {
        var ended = Member.State("x")
        ended.isTerminal = true
        let live = Household.live(in: .init(guest: ended))
        #expect(names(live) == ["guest"] && live.activities.isEmpty)
    }

    @Test("As text, children come before activities")
    func text() {
        #expect("\(Household.live(in: .init()))" == "")
        #expect("\(Household.live(in: .init(guest: .init())))" == "guest")
        #expect("\(Household.live(in: .init(own: ["x"])))" == "| operation(id: x)")
        #expect("\(Household.live(in: .init(guest: .init("x"))))" == "guest | operation(id: guest/x)")
    }

    @Test("A hundred children are in the order of their collection, at any depth")
    func many() {
        var state = Household.State()
        for key in (0..<100).reversed() { state.members[key] = .init("x") }
        for _ in 0..<50 {
            var outer = Household.State()
            outer.inner = .rooms(state)
            state = outer
        }
        let live = Household.live(in: state)
        #expect(live.children.count == 150 && live.activities.count == 100)
        #expect(live.children.last?.last == Household.members.name[0])
    }
}
