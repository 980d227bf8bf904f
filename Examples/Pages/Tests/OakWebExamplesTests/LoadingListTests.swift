import LoadingList
import Testing

@testable import OakWeb
@testable import OakWebExamples

@Suite("The page of the loading list")
struct LoadingListTests {
    @Test("The progress of a reading is shown once it is known")
    func progress() {
        let known = ListingStates.loading.scene.all(.progress).first
        #expect(known?["value"] == "3" && known?["max"] == "9")
    }

    @Test("A failure is an alert with its reason and advice above the previous content")
    func failure() throws {
        let dialog = try #require(ListingStates.failing.scene.all(.dialog).first)
        #expect(dialog["role"] == "alertdialog")
        #expect(dialog.content.text.contains("“music” is not a folder."))
        #expect(dialog.content.buttons == ["OK", "Retry"])
        #expect(ListingStates.failing.scene.all(class: "empty").count == 1)
    }

    @Test("An entry shows its kind in words, its name as text, its size and its date")
    func entries() {
        let rows = ListingStates.listed.scene.all(.li)
        #expect(rows.map { $0.content.elements[0]["aria-label"] } == ["Folder", "File", "Link", "Other"])
        #expect(rows[1].content.text == "<b>.ogg1.2 kB1970-01-02 00:00")
    }

    @Test("A long list shows its beginning and its length")
    func limit() {
        let scene = ListingStates.list((0..<2500).map { LoadingList.Entry(name: "\($0)", kind: .file) }).scene
        #expect(scene.all(.li).count == 2000)
        #expect(scene.text.contains("The first 2000 of 2500 entries"))
    }
}
