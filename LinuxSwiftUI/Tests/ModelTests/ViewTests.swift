import Testing
import Oak
import SwiftUI

enum SimpleCounter: Transducer {
    struct State: NonTerminal { var count = 0 }
    enum Event { case increment, decrement }
    typealias Output = Int
    static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        }
        return state.count
    }
}

struct SimpleCounterView: View {
    @SwiftUI.State private var state = SimpleCounter.State()
    @SwiftUI.State private var last = 0
    var body: some View {
        TransducerView(of: SimpleCounter.self, initialState: $state, output: Callback { last = $0 }) { state, input in
            VStack {
                Text("Count: \(state.count) \(last)")
                Button("Increment") { try? input.send(.increment) }
                Button("Decrement") { input(.decrement) }
            }
        }
    }
}

@Test @MainActor func countsView() async throws {
    let screen = Screen(SimpleCounterView())
    #expect(screen.texts.first == "Count: 0 0")
    try screen.tap("Increment")
    try screen.tap("Increment")
    await screen.wait { $0.texts.first == "Count: 2 2" }
    screen.close()
}
