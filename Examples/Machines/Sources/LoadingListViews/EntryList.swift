#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// The contents of a folder.
    struct EntryList: View {
        let data: LoadingList.Transducer.State.Data

        var body: some View {
            VStack {
                List(data.listing.entries, id: \.name) { entry in
                    HStack {
                        Image(systemName: entry.symbol).accessibilityHidden(true)
                        Text(entry.name)
                        Spacer()
                        if let size = entry.size { Text("\(size) bytes").foregroundStyle(Color.secondary) }
                    }
                    .accessibilityElement(children: .combine)
                }
                HStack { ActionButtons(actions: data.actions) }
                    .buttonStyle(.bordered)
            }
            .navigationTitle(data.listing.folder)
        }
    }

    extension LoadingList.Entry {
        fileprivate var symbol: String {
            switch kind {
            case .file: "doc"
            case .folder: "folder"
            case .link: "link"
            case .other: "questionmark"
            }
        }
    }
#endif
