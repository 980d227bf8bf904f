import Oak
import SwiftUI
import TestSupport
import Testing

/// Many views that send in the frame in which they appear.
@Suite("C13 No event of a view is dropped")
@MainActor
struct CrowdedViewTests {
    @Test("C33 Views that appear find the machine around them at rest, however many they are", arguments: [30, 5_000])
    func atRest(_ rows: Int) {
        let screen = Screen(
            TransducerView(of: Tally.self, initialState: Tally.State()) { state, input in
                Text("\(state.count)")
                ForEach(0..<rows) { _ in Text("row").onAppear { input(.add) } }
            })
        #expect(screen.texts.first == "\(rows)")
        screen.close()
    }

    @Test(
        "Views that appear while the machine is busy wait their turn, a thousand as well as thirty",
        arguments: Kind.all, [30, 1_000])
    func busy(_ kind: Kind, rows: Int) async {
        let screen = Screen(kind.view(rows: rows))
        await screen.wait { $0.texts.first == "\(rows)" }
        screen.close()
    }

    @Test("The first outputs of a thousand inner machines are events of the outer one")
    func innerMachines() async {
        let screen = Screen(
            TransducerView(of: Tally.self, initialState: Tally.State()) { state, total in
                Text("\(state.count)")
                ForEach(0..<1_000) { _ in
                    TransducerView(
                        of: Opening.self, initialState: Opening.State(), output: Callback { _ in try total.send(.add) }
                    ) { _, _ in
                        Text("row")
                    }
                }
            })
        await screen.wait { $0.texts.first == "1000" }
        screen.close()
    }

    @Test("A proxy of one's own keeps its number of places")
    func ownProxy() throws {
        let proxy = Busy.Proxy(bufferSize: 2)
        let screen = Screen(
            TransducerView(of: Busy.self, initialState: Busy.State(), proxy: proxy) { state, _ in
                Text("\(state.count)")
            })
        for _ in 1...2 { try proxy.input.enqueue(.add) }
        #expect(throws: TransducerError.bufferOverflow) { try proxy.input.enqueue(.add) }
        screen.close()
    }
}

extension CrowdedViewTests {
    /// The host of the machine.
    enum Kind {
        case view, property, object

        static let all = [view, property, object]

        @MainActor
        func view(rows: Int) -> AnyView {
            switch self {
            case .view:
                AnyView(
                    TransducerView(of: Busy.self, initialState: Busy.State()) {
                        Rows(count: rows, state: $0, input: $1)
                    })
            case .property: AnyView(BusyProperty(rows: rows))
            case .object: AnyView(BusyObject(rows: rows))
            }
        }
    }
}

/// A counter that is busy with an activity from the beginning, and with an action for each event.
private enum Busy: EffectTransducer {
    struct State: NonTerminal { var count = 0 }
    enum Event: Sendable { case add, added }

    static func activities(in state: State) -> [Effect] {
        [Effect(id: "waiting") { _, _ in for await _ in AsyncStream<Never>.makeStream().stream {} }]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add:
            return action { _ async in .added }
        case .added:
            state.count += 1
            return nil
        }
    }
}

private struct Rows: View {
    let count: Int
    let state: Busy.State
    let input: Busy.Input

    var body: some View {
        Text("\(state.count)")
        ForEach(0..<count) { _ in Text("row").onAppear { input(.add) } }
    }
}

private struct BusyProperty: View {
    let rows: Int
    @StateTransducer(of: Busy.self) private var busy = Busy.State()

    var body: some View { Rows(count: rows, state: busy, input: $busy.input) }
}

private struct BusyObject: View {
    let rows: Int
    @SwiftUI.State private var busy = ObservableTransducer(of: Busy.self, initialState: Busy.State())

    var body: some View { Rows(count: rows, state: busy.state, input: busy.input) }
}
