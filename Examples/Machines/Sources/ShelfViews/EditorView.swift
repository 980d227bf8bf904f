#if canImport(SwiftUI)
    import Oak
    import Parts
    import Shelf
    import SwiftUI

    /// An opened document.
    struct EditorView: View {
        let editor: MachineReference<Editor>

        var body: some View {
            Form {
                switch editor.state.phase {
                case .opening: ProgressView("Opening …")
                case .editing, .saving:
                    Section("About it") {
                        TextField("Title", text: editor.binding(\.card.title, sending: { .typed(.title, $0) }))
                        TextField(
                            "Note", text: editor.binding(\.card.note, sending: { .typed(.note, $0) }), axis: .vertical)
                        if let problem = editor.state.problem { ProblemLabel(problem: problem) }
                    }
                    .disabled(editor.state.phase == .saving)
                    Section("Text") { Text(editor.state.text) }
                }
            }
            .navigationTitle(editor.state.saved.title)
            .toolbar {
                ToolbarItemGroup(placement: .primaryAction) {
                    Button("Undo", systemImage: "arrow.uturn.backward") { editor.input(.undo) }
                        .disabled(!editor.state.canUndo)
                    Button("Redo", systemImage: "arrow.uturn.forward") { editor.input(.redo) }
                        .disabled(!editor.state.canRedo)
                    Button("Save", systemImage: "checkmark") { editor.input(.save) }
                        .disabled(!editor.state.canSave)
                }
            }
        }
    }
#endif
