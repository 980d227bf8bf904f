#if canImport(SwiftUI)
    import Parts
    import Shelf
    public import SwiftUI

    /// An opened document.
    public struct EditorScreen: View {
        private let editor: EditorModel

        public init(editor: EditorModel) { self.editor = editor }

        public var body: some View {
            Form {
                switch editor.phase {
                case .opening: ProgressView("Opening …")
                case .editing, .saving: EditorFields(editor: editor)
                }
            }
            .navigationTitle(editor.saved.title)
            .toolbar {
                ToolbarItemGroup(placement: .primaryAction) {
                    Button("Undo", systemImage: "arrow.uturn.backward") { editor.undo() }
                        .disabled(!editor.canUndo)
                    Button("Redo", systemImage: "arrow.uturn.forward") { editor.redo() }
                        .disabled(!editor.canRedo)
                    Button("Save", systemImage: "checkmark") { editor.save() }
                        .disabled(!editor.canSave)
                }
            }
        }
    }

    /// The fields to edit, and the text below them.
    private struct EditorFields: View {
        @Bindable var editor: EditorModel

        var body: some View {
            Section("About it") {
                TextField("Title", text: $editor.title)
                TextField("Note", text: $editor.note, axis: .vertical)
                if let problem = editor.problem {
                    Text("\(problem.reason) \(problem.advice)").font(.footnote).foregroundStyle(Color.red)
                }
            }
            .disabled(editor.phase == .saving)
            Section("Text") { Text(editor.text) }
        }
    }
#endif
