#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// Shows that a folder is being read, and the progress.
    struct LoadingOverlay: View {
        let loading: LoadingList.Transducer.State.Loading

        var body: some View {
            VStack(spacing: 12) {
                Text("Reading \(loading.folder) …")
                if let progress = loading.progress {
                    ProgressView(value: Double(progress.completed), total: Double(progress.total))
                    Text("\(progress.completed) of \(progress.total)").font(.footnote.monospacedDigit())
                } else {
                    ProgressView()
                }
                ActionButton(action: loading.cancel, role: .cancel)
                    .buttonStyle(.bordered)
            }
            .padding()
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 12))
        }
    }
#endif
