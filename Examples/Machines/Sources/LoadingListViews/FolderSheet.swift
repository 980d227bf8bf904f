#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// Asks for a folder.
    struct FolderSheet: View {
        @State private var folder: String
        private let sheet: LoadingList.Transducer.State.Sheet

        init(sheet: LoadingList.Transducer.State.Sheet) {
            self.sheet = sheet
            _folder = State(initialValue: sheet.default)
        }

        var body: some View {
            NavigationStack {
                Form {
                    Section(sheet.description) {
                        TextField("Folder", text: $folder)
                            .onSubmit { sheet.commit(folder) }
                    }
                }
                .navigationTitle(sheet.title)
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) {
                        ActionButton(action: sheet.cancel, role: .cancel)
                    }
                    ToolbarItem(placement: .confirmationAction) {
                        Button("List") { sheet.commit(folder) }
                    }
                }
            }
        }
    }
#endif
