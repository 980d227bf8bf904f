#if canImport(SwiftUI)
    import Foundation
    public import Oak
    public import Shelf
    public import SwiftUI

    /// The application: its tabs, and what is in front of them. An application owns the machine and shows this:
    ///
    /// ```swift
    /// @main
    /// struct ShelfApp: App {
    ///     @State private var shelf = ObservableTransducer(
    ///         of: Shelf.self, initialState: archive.state, env: Services(folders), observer: archive.observer)
    ///
    ///     var body: some Scene {
    ///         WindowGroup { ShelfView(shelf: shelf.reference) }
    ///     }
    /// }
    /// ```
    public struct ShelfView: View {
        private let shelf: MachineReference<Shelf>

        /// Creates a view of the application.
        ///
        /// - Parameter shelf: Its machine.
        public init(shelf: MachineReference<Shelf>) { self.shelf = shelf }

        public var body: some View {
            TabView(selection: shelf.binding(\.tab, sending: Shelf.Event.chose)) {
                Tab("Catalogue", systemImage: "books.vertical", value: Shelf.State.Tab.catalogue) {
                    if let catalogue = shelf.child(Shelf.catalogue) {
                        CatalogueView(shelf: shelf, catalogue: catalogue)
                    }
                }
                Tab("Shelf", systemImage: "bookmark", value: Shelf.State.Tab.shelf) {
                    if let holdings = shelf.child(Shelf.holdings) { HoldingsView(shelf: shelf, holdings: holdings) }
                }
            }
            .sheet(isPresented: shelf.binding(\.newNote, dismissing: .dismissNewNote)) {
                if let note = shelf.child(Shelf.note) { NewNoteView(note: note) }
            }
            .alert(
                shelf.select(\.shownNotice)?.title ?? "",
                isPresented: shelf.binding(\.shownNotice, dismissing: .dismissNotice),
                presenting: shelf.select(\.shownNotice)
            ) { notice in
                ForEach(notice.choices) { choice in
                    Button(choice.title, role: choice.isDestructive ? .destructive : nil) { shelf.input(choice.event) }
                }
            } message: { notice in
                Text(notice.message)
            }
            .onOpenURL { shelf.input(.followed(link: $0.absoluteString)) }
        }
    }
#endif
