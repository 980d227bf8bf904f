#if canImport(SwiftUI)
    import Oak
    import Parts
    import Shelf
    import SwiftUI

    /// The documents on the shelf, and the opened one above them.
    struct HoldingsView: View {
        let shelf: MachineReference<Shelf>
        let holdings: MachineReference<Holdings>

        var body: some View {
            NavigationStack(path: shelf.binding(\.path, sending: Shelf.Event.went)) {
                List {
                    switch holdings.state.phase {
                    case .listing: ProgressView("Looking …")
                    case .shown: Text(holdings.state.summary).foregroundStyle(Color.secondary)
                    case .failed(let problem):
                        ProblemLabel(problem: problem)
                        Button("Look again") { holdings.input(.list) }
                    }
                    ForEach(holdings.state.documents) { document in
                        HStack {
                            NavigationLink(value: document.id) { DocumentLabel(document: document) }
                            Button("Remove", role: .destructive) { holdings.input(.remove(document.id)) }
                                .disabled(holdings.state.removing.contains(document.id))
                        }
                        .buttonStyle(.borderless)
                    }
                }
                .navigationTitle("Shelf")
                .navigationDestination(for: Document.ID.self) { _ in
                    if let editor = shelf.child(Shelf.editor) { EditorView(editor: editor) }
                }
                .toolbar {
                    ToolbarItem(placement: .primaryAction) {
                        Button("New document") { shelf.input(.newNote) }
                    }
                }
            }
        }
    }
#endif
