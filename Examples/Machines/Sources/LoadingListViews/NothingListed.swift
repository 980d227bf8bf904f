#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// Shows empty content with the reason.
    struct NothingListed: View {
        let empty: LoadingList.Transducer.State.Empty

        var body: some View {
            VStack(spacing: 12) {
                Text(empty.title).font(.headline)
                Text(empty.description).foregroundStyle(Color.secondary)
                HStack { ActionButtons(actions: empty.actions) }
                    .buttonStyle(.bordered)
            }
            .padding()
        }
    }
#endif
