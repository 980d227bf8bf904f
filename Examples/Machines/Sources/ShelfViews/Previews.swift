#if canImport(SwiftUI) && DEBUG && !os(Linux)
    import Oak
    import Shelf
    import SwiftUI

    #Preview("An application") {
        let shelf = ObservableTransducer(of: Shelf.self, initialState: Shelf.State(), env: .sample)
        // The closure keeps the machine as long as its view.
        ShelfView(shelf: shelf.reference).onDisappear { shelf.cancel() }
    }

    #Preview("A document") {
        let editor = ObservableTransducer(of: Editor.self, initialState: Editor.State("oak.md"), env: .sample)
        NavigationStack { EditorView(editor: editor.reference).onDisappear { editor.cancel() } }
    }

    extension Services {
        /// Services that answer at once, but for the downloads, which take a while.
        fileprivate static var sample: Services {
            var services = Services()
            services.search = { _ in
                [Document(id: "oak.md", title: "Oak", excerpt: "A tree."), Document(id: "elm.md", title: "Elm")]
            }
            services.download = { _, report in
                for step in 1...20 {
                    try await Task.sleep(nanoseconds: 200_000_000)
                    try await report(Double(step) / 20)
                }
            }
            services.read = { Content(text: "A tree.", card: Card(title: $0)) }
            return services
        }
    }
#endif
