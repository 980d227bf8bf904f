#if canImport(SwiftUI)
    import LoadingList
    import SwiftUI

    /// Shows that a folder is being read, and the progress.
    struct LoadingOverlay: View {
        let loading: LoadingList.Transducer.State.Loading

        var body: some View {
            VStack(spacing: 12) {
                Text("Reading \(loading.folder) …")
                LoadingProgress(progress: loading.progress)
                ActionButton(action: loading.cancel, role: .cancel)
                    .buttonStyle(.bordered)
            }
            .padding()
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 12))
        }
    }

    private struct LoadingProgress: View {
        let progress: LoadingList.Progress?

        var body: some View {
            if let progress {
                ProgressView(value: Double(progress.completed), total: Double(progress.total))
                Text("\(progress.completed) of \(progress.total)")
                    .font(.footnote.monospacedDigit())
            } else {
                ProgressView()
            }
        }
    }
#endif
