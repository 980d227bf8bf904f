import Oak
import OakTesting
import Testing

@Suite("Machines of the article on isolation, a hundred in one")
struct CrowdTests {
    /// An editor with the effect that the article shows by itself.
    enum UndoingAll: EffectTransducer {
        typealias State = Editor.State
        typealias Event = Editor.Event
        typealias Env = Editor.Env

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .undo: Editor.undoAll
            case .undid, .nothingToUndo: Editor.update(&state, event: event)
            }
        }
    }

    @Test(arguments: [1, 100]) func editors(count: Int) async {
        // All editors undo the same steps.
        let env: @Sendable () -> Editor.Env = {
            let undo = Undo()
            undo.steps = (1...300).map { "\($0)" }
            return Editor.Env(undo: undo)
        }
        await expectRun(
            of: Crowd<UndoingAll>.self, from: .init(count, { .init() }), on: [.all(.undo)], env: env(), answers: 300)
    }

    @Test func copiers() async {
        await expectCrowd(of: Copier.self, from: .idle, on: .copy("text"), env: ())
    }

    @Test func fetches() async {
        await expectCrowd(
            of: Fetch.self, from: .idle, on: .start,
            env: .init(fetch: { "report" }, clock: TestClock(advancing: .whenIdle)), answers: 2)
    }
}
