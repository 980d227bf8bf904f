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
            Form {
                Section {
                    Text(sheet.description)
                    TextField("Folder", text: $folder)
                        .onSubmit { sheet.commit(folder) }
                } header: {
                    Text(sheet.title)
                }
                HStack {
                    ActionButton(action: sheet.cancel, role: .cancel)
                    Spacer()
                    Button("List") { sheet.commit(folder) }
                        .buttonStyle(.borderedProminent)
                }
            }
        }
    }
#endif
