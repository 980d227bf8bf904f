import Oak
import SwiftUI
import TestSupport
import Testing

@Suite("C27 Activities of a state that other code writes")
@MainActor
struct ForeignStateTests {
    @Test("C27 A written state begins and ends the activities of its machine without an event")
    func activities() async throws {
        let journal = Journal()
        let screen = Screen(House(journal: journal))
        try screen.tap("Turn on hall")
        await journal.wait(for: "begin hall")
        try screen.tap("Turn off hall")
        await journal.wait(for: "end hall")
        #expect(journal.entries == ["begin hall", "end hall"])
        screen.close()
    }

    @Test("C27 Activities of children that a written state adds, changes and removes begin and end")
    func children() async throws {
        let journal = Journal()
        let screen = Screen(House(journal: journal))
        try screen.tap("Furnish")
        await journal.wait(for: "begin desk")
        await journal.wait(for: "begin shelf 1")
        await journal.wait(for: "begin shelf 2")
        try screen.tap("Remove shelf 1")
        await journal.wait(for: "end shelf 1")
        try screen.tap("Clear")
        await journal.wait(for: "end desk")
        await journal.wait(for: "end shelf 2")
        try screen.tap("Furnish")
        await journal.wait(for: "begin desk", times: 2)
        await journal.wait(for: "begin shelf 1", times: 2)
        screen.close()
        await journal.wait(for: "end desk", times: 2)
    }

    @Test("C27 An evaluation leaves the activities of the machine's own states alone")
    func own() async throws {
        let journal = Journal()
        let screen = Screen(House(journal: journal))
        try screen.tap("Press hall")
        await journal.wait(for: "begin hall")
        for _ in 1...3 { try screen.tap("Count") }
        try screen.tap("Press hall")
        await journal.wait(for: "end hall")
        #expect(journal.entries == ["begin hall", "end hall"])
        #expect(screen.texts.contains("3 evaluations"))
        screen.close()
    }

    @Test("C27 A terminal state that other code writes has no activities")
    func terminal() async throws {
        let journal = Journal()
        let screen = Screen(House(journal: journal))
        try screen.tap("Furnish")
        await journal.wait(for: "begin desk")
        await journal.wait(for: "begin shelf 2")
        try screen.tap("Close")
        await journal.wait(for: "end desk")
        await journal.wait(for: "end shelf 2")
        screen.close()
    }

    @Test("C27 A terminal state that other code writes has no activities, in a machine without children either")
    func terminalOfOne() async throws {
        let journal = Journal()
        let screen = Screen(SingleLamp(journal: journal))
        await journal.wait(for: "begin single")
        try screen.tap("Break")
        await journal.wait(for: "end single")
        screen.close()
    }
}

// MARK: - Machines

/// A lamp that shines as long as it is on.
private enum Lamp: EffectTransducer {
    struct State: Terminable {
        let name: String
        var isOn = true
        var isTerminal = false
    }
    enum Event { case press }
    typealias Env = Journal

    static func activities(in state: State) -> Effect? {
        guard state.isOn else { return nil }
        let name = state.name
        return Effect(id: "light") { journal, _ in
            await journal.note("begin \(name)")
            for await _ in AsyncStream<Never>.makeStream().stream {}
            await journal.note("end \(name)")
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state.isOn.toggle()
        return nil
    }
}

private enum Lamps: CompositeTransducer {
    struct State: Terminable {
        var hall = Lamp.State(name: "hall", isOn: false)
        var desk: Lamp.State?
        var shelves: Children<Int, Lamp.State> = [:]
        var isTerminal = false
    }
    enum Event { case hall(Lamp.Event), desk(Lamp.Event), shelf(Int, Lamp.Event) }
    typealias Env = Journal

    static let hall = child("hall", Lamp.self, event: Event.hall, env: { $0 }, failure: .endsTheRun)
    static let desk = child("desk", Lamp.self, event: Event.desk, env: { $0 }, failure: .endsTheRun)
    static let shelves = children(
        "shelf", Lamp.self, event: Event.shelf, env: { journal, _ in journal }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        hall(state.hall)
        desk(state.desk)
        shelves(state.shelves)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .hall(let event): hall.step(&state.hall, event).effect
        case .desk(let event): desk.step(&state.desk, event).effect
        case .shelf(let id, let event): shelves.step(&state.shelves, id, event).effect
        }
    }
}

// MARK: - Views

private struct SingleLamp: View {
    let journal: Journal
    @SwiftUI.State private var lamp = Lamp.State(name: "single")

    var body: some View {
        TransducerView(of: Lamp.self, initialState: $lamp, env: journal) { state, _ in
            Text(state.isTerminal ? "broken" : "shining")
        }
        Button("Break") { lamp.isTerminal = true }
    }
}

private struct House: View {
    let journal: Journal
    @SwiftUI.State private var lamps = Lamps.State()
    @SwiftUI.State private var evaluations = 0

    var body: some View {
        TransducerView(of: Lamps.self, initialState: $lamps, env: journal) { _, input in
            Text("\(evaluations) evaluations")
            Button("Press hall") { input(.hall(.press)) }
        }
        Button("Turn on hall") { lamps.hall.isOn = true }
        Button("Turn off hall") { lamps.hall.isOn = false }
        Button("Furnish") {
            lamps.desk = Lamp.State(name: "desk")
            lamps.shelves = [1: Lamp.State(name: "shelf 1"), 2: Lamp.State(name: "shelf 2")]
        }
        Button("Remove shelf 1") { lamps.shelves[1] = nil }
        Button("Clear") {
            lamps.desk = nil
            lamps.shelves = [:]
        }
        Button("Close") { lamps.isTerminal = true }
        Button("Count") { evaluations += 1 }
    }
}
