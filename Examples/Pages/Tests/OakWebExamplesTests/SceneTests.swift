import Testing

@testable import OakWeb
@testable import OakWebExamples

/// The scenes of a page in the states of its machine.
struct Scenes: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let scenes: [HTML]
    /// The names of the messages of the page.
    let names: Set<String>
    let understands: @Sendable (Message) -> Bool

    init<Messages: PageMessage>(_ page: String, _ scenes: [HTML], _ messages: Messages.Type) {
        testDescription = page
        self.scenes = scenes
        names = Set(Messages.allCases.map(\.rawValue))
        understands = { Messages.decode($0) != nil }
    }
}

@Suite("Every page in every state")
struct SceneTests {
    static let pages = [
        Scenes("counter", [CounterStates.value.scene], CounterMessage.self),
        Scenes("effect counter", CounterStates.pending.map(\.scene), CounterMessage.self),
        Scenes("timers", TimerStates.samples.map(\.scene), TimerBoardMessage.self),
        Scenes("loading list", ListingStates.samples.map(\.scene), LoadingListMessage.self),
        Scenes("checkout", Purchase.samples.map(\.scene), CheckoutMessage.self),
        Scenes("shelf", ShelfStates.samples.map(\.scene), ShelfMessage.self),
    ]

    @Test("All elements are visible, reachable and distinguishable", arguments: pages)
    func faults(page: Scenes) {
        for scene in page.scenes { #expect(scene.faults == []) }
    }

    @Test("Every message that a page can send is understood, and every message can be sent", arguments: pages)
    func messages(page: Scenes) {
        let messages = page.scenes.flatMap(\.messages)
        #expect(messages.filter { !page.understands($0) } == [])
        #expect(Set(messages.map(\.event)) == page.names)
    }
}
