import Checkout
import Foundation
import LoadingList
import OakInspector
import Shelf
import Testing

@testable import OakWeb
@testable import OakWebExamples

@Suite("Open pages")
struct ExamplePagesTests {
    static let pages: [Page] = {
        let nowhere = URL(fileURLWithPath: "/nowhere")
        return ExamplePages(
            inspector: Inspector(),
            listing: { folder, _ in LoadingList.Listing(folder: folder, entries: []) },
            orders: OrderBook(folder: "/nowhere"), services: Services(Folders(catalogue: nowhere, shelf: nowhere)),
            archive: Archive(file: nowhere)
        ).all
    }()

    @Test("Each page offers an action as soon as it is opened, and refuses an unknown message")
    func beginning() async {
        for page in Self.pages {
            let performance = page.open()
            #expect(await performance.scene { !$0.messages.isEmpty } != nil)
            await #expect(throws: Farewell.unknownEvent("viewOnAppear")) {
                try await performance.take(Message("viewOnAppear"))
            }
            await performance.cancel()
        }
    }
}

extension Performance {
    /// The first scene from now on that has a property; `nil` if the machine ends before.
    fileprivate func scene(where isWanted: (HTML) -> Bool) async -> HTML? {
        for await scene in scenes where isWanted(scene) { return scene }
        return nil
    }
}
