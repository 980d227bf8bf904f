#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// The contents of a folder.
    struct EntryList: View {
        let data: LoadingList.Transducer.State.Data

        var body: some View {
            VStack {
                List(data.listing.entries, id: \.name) { entry in EntryRow(entry: entry) }
                HStack { ActionButtons(actions: data.actions) }
                    .buttonStyle(.bordered)
            }
            .navigationTitle(data.listing.folder)
        }
    }

    /// One entry of a folder.
    private struct EntryRow: View {
        let entry: LoadingList.Entry

        var body: some View {
            HStack {
                Image(systemName: entry.symbol).accessibilityHidden(true)
                Text(entry.name)
                Spacer()
                if let size = entry.size { Text("\(size) bytes").foregroundStyle(Color.secondary) }
            }
            .accessibilityElement(children: .combine)
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
