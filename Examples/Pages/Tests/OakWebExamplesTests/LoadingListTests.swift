import Foundation
import LoadingList
import Oak
import Testing

@testable import OakWeb
@testable import WebPages

@Suite("The page of the loading list")
struct LoadingListPageTests {
    typealias Machine = LoadingList.Transducer

    static let listing = LoadingList.Listing(
        folder: "music",
        entries: [
            LoadingList.Entry(name: "albums", kind: .folder),
            LoadingList.Entry(
                name: "<b>song</b>.ogg", kind: .file, size: 1234, modified: Date(timeIntervalSince1970: 86_400)),
            LoadingList.Entry(name: "latest", kind: .link), LoadingList.Entry(name: "socket", kind: .other),
            LoadingList.Entry(name: "\u{FFFD}", kind: .file, size: 5),
            LoadingList.Entry(name: "\u{FFFD}", kind: .file, size: 6),
        ])

    /// A state by the events that lead to it from the beginning.
    static func state(_ events: Machine.Event...) -> Machine.State {
        var state = Machine.State()
        let context = Machine.Context(input: Machine.Proxy().input, defaultFolder: ".")
        for event in [.configureContext(context)] + events { _ = Machine.update(&state, event: event) }
        return state
    }

    static let nothing = state()
    static let asking = state(.intentShowSheet)
    static let loading = state(.intentShowSheet, .intentSheetCommit("music"))
    static let progressing = state(
        .intentShowSheet, .intentSheetCommit("music"), .serviceProgress(LoadingList.Progress(completed: 3, total: 9)))
    static let failing = state(
        .intentShowSheet, .intentSheetCommit("music"), .serviceError(LoadingList.DirectoryError.notAFolder("music")))
    static let failed = state(
        .intentShowSheet, .intentSheetCommit("music"), .serviceError(LoadingList.DirectoryError.notAFolder("music")),
        .intentAlertConfirm)
    static let listed = state(.intentShowSheet, .intentSheetCommit("music"), .serviceLoaded(listing))
    static let askingAgain = state(
        .intentShowSheet, .intentSheetCommit("music"), .serviceLoaded(listing), .intentShowSheet)

    static let samples = [
        Sample("start", Machine.State()), Sample("nothing", nothing), Sample("asking", asking),
        Sample("loading", loading), Sample("progressing", progressing), Sample("failing", failing),
        Sample("failed", failed), Sample("listed", listed), Sample("asking again", askingAgain),
    ]

    @Test("Each state's elements are visible, reachable and distinguishable", arguments: samples)
    func faults(sample: Sample<Machine.State>) { #expect(sample.state.scene.faults == []) }

    @Test("Every message that a scene can send is understood", arguments: samples)
    func understood(sample: Sample<Machine.State>) {
        #expect(sample.state.scene.messages.filter { LoadingListMessage.decode($0) == nil } == [])
    }

    @Test("Every message can be sent from some scene")
    func noneLeftOver() {
        let names = Set(Self.samples.flatMap(\.state.scene.events))
        #expect(names == Set(LoadingListMessage.allCases.map(\.rawValue)))
    }

    @Test("The buttons are the actions of the state", arguments: samples)
    func actions(sample: Sample<Machine.State>) {
        let dialog = sample.state.scene.all(.dialog).first
        let scene = dialog?.content ?? sample.state.scene
        let others = scene.all(.button).filter { $0["type"] == "button" }
        #expect(others.map(\.key) == sample.state.actions.map(\.id))
        #expect(others.map(\.["title"]) == sample.state.actions.map(\.title))
    }

    @Test("The sheet suggests a folder in a focused field and sends the typed text")
    func sheet() throws {
        let dialog = try #require(Self.asking.scene.all(.dialog).first)
        let field = try #require(dialog.content.all(.input).first)
        #expect(field["value"] == ".")
        #expect(field["data-focus"] != nil)
        #expect(dialog.content.buttons == ["List", "Cancel"])
        let event = LoadingListMessage.decode(Message("commitSheet", values: ["folder": "music"]))
        guard case .intentSheetCommit("music") = event else {
            Issue.record("\(String(describing: event))")
            return
        }
        #expect(LoadingListMessage.decode(Message("commitSheet")) == nil)
    }

    @Test("The progress of a reading is shown once it is known")
    func progress() throws {
        let unknown = try #require(Self.loading.scene.all(.progress).first)
        #expect(unknown["value"] == nil)
        let known = try #require(Self.progressing.scene.all(.progress).first)
        #expect(known["value"] == "3")
        #expect(known["max"] == "9")
        #expect(Self.progressing.scene.text.contains("3 of 9"))
    }

    @Test("A failure is an alert with its reason and advice above the previous content")
    func failure() throws {
        let dialog = try #require(Self.failing.scene.all(.dialog).first)
        #expect(dialog["role"] == "alertdialog")
        #expect(dialog.content.text.contains("“music” is not a folder."))
        #expect(dialog.content.text.contains("Name the folder that it is in."))
        #expect(dialog.content.buttons == ["OK", "Retry"])
        #expect(Self.failing.scene.all(class: "empty").count == 1)
    }

    @Test("An entry shows its kind in words, its name, its size and its date")
    func entries() throws {
        let rows = Self.listed.scene.all(.li)
        #expect(
            rows.map { $0.content.elements[0]["aria-label"] } == ["Folder", "File", "Link", "Other", "File", "File"])
        #expect(rows[1].content.text == "<b>song</b>.ogg1.2 kB1970-01-02 00:00")
        #expect(rows[1].content.all(.time).first?["datetime"] == "1970-01-02T00:00:00Z")
    }

    @Test("A right-to-left name does not reorder the text beside it")
    func direction() {
        let directions = Self.listed.scene.all(.li).map { $0.content.all(class: "name").map(\.["dir"]) }
        #expect(directions == Array(repeating: ["auto"], count: Self.listing.entries.count))
    }

    @Test("A long list shows its beginning and its length")
    func limit() {
        let entries = (0..<2500).map { LoadingList.Entry(name: "\($0)", kind: .file) }
        let listing = LoadingList.Listing(folder: ".", entries: entries)
        let scene = Self.state(.intentShowSheet, .intentSheetCommit("."), .serviceLoaded(listing)).scene
        #expect(scene.all(.li).count == 2000)
        #expect(scene.text.contains("The first 2000 of 2500 entries"))
    }

    @Test(
        "A size has a unit and at most one decimal place",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
            (Int.max, "9223.4 PB"),
        ])
    func sizes(size: Int, text: String) { #expect(LoadingList.sizeText(size) == text) }
}
