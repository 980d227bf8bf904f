import Testing
import SwiftUI

struct CounterView: View {
    @State private var count = 0
    var body: some View {
        VStack {
            Text("\(count)")
            Button("Increment") { count += 1 }
            if count > 1 { Text("many") }
        }
        .onAppear { print("appear") }
        .task { count = 10 }
    }
}

@Test @MainActor func counts() async throws {
    let screen = Screen(CounterView())
    #expect(screen.texts == ["0", "Increment"])
    try screen.tap("Increment")
    #expect(screen.texts == ["1", "Increment"])
    await screen.wait { $0.texts.contains("many") }
    #expect(screen.texts == ["10", "Increment", "many"])
    #expect(throws: NotOnScreen.self) { try screen.tap("Nothing") }
}
