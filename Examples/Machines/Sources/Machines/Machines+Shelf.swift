import MachineTool
import Oak
import OakGraph
import Parts
import Shelf

extension Machines {
    static var download: ExploredMachine {
        .machine(
            Download.self, from: [.idle],
            events: .generated { state in
                switch state {
                case .idle, .failed: [.start]
                case .loading: [.cancel, .received(0.5), .finished, .failed(.sample)]
                }
            }.includingAnswers())
    }

    /// The parts of a catalogue that matter; the texts searched for do not.
    private struct Search: Hashable {
        let phase: Catalogue.State.Phase
        let download: Download.State?

        init(_ state: Catalogue.State) {
            phase = state.phase
            download = state.downloads["oak"]
        }
    }

    static var catalogue: ExploredMachine {
        .machine(
            Catalogue.self, from: [Catalogue.State()],
            events: .generated { state in
                [.typed(state.query == "o" ? "oa" : "o")] + answers(of: state)
                    + (state.downloads["oak"] == nil ? [] : [.download("oak", .start), .download("oak", .cancel)])
            }.includingAnswers(),
            showing: { Search($0) },
            properties: [
                .leadsTo(
                    "A search ends", from: { $0.phase == .searching }, to: { $0.phase != .searching }, under: .strong)
            ])
    }

    private static func answers(of state: Catalogue.State) -> [Catalogue.Event] {
        switch state.phase {
        case .typing: [.paused]
        case .searching: [.found([Document(id: "oak", title: "Oak")]), .failed(.sample)]
        case .shown, .failed: [.searchAgain]
        }
    }

    static var editor: ExploredMachine {
        .machine(
            Editor.self, from: [Editor.State("oak")],
            events: .generated { state in
                switch state.phase {
                case .opening: [.opened(Content(text: "", card: Card(title: "Oak"))), .failed(.sample)]
                case .editing: [.typed(.title, "Oaks"), .paused, .undo, .redo, .save]
                case .saving: [.saved, .failed(.sample)]
                }
            }.includingAnswers())
    }
}
