#if canImport(SwiftUI)
    import Oak
    import Parts
    import Shelf
    import SwiftUI

    /// Asks for the title of a new document.
    struct NewNoteView: View {
        let note: MachineReference<NewNote>
        @Environment(\.dismiss) private var dismiss

        var body: some View {
            NavigationStack {
                Form {
                    TextField("Title", text: note.binding(\.title, sending: NewNote.Event.typed))
                        .onSubmit { note.input(.create) }
                    if let problem = note.state.problem { ProblemLabel(problem: problem) }
                }
                .disabled(note.state.isCreating)
                .navigationTitle("New document")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("Create") { note.input(.create) }.disabled(!note.state.canCreate)
                    }
                }
            }
        }
    }
#endif
