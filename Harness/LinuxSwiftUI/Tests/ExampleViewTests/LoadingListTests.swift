import Foundation
import LoadingList
import LoadingListViews
import Oak
import OakTesting
import SwiftUI
import Testing

@MainActor
@Suite("A loading list on a screen")
struct LoadingListTests {
    nonisolated static let songs = LoadingList.Listing(
        folder: "songs",
        entries: [
            LoadingList.Entry(name: "a.ogg", kind: .file, size: 5), LoadingList.Entry(name: "live", kind: .folder),
        ])

    let answer = Gate<LoadingList.Listing>("the folder")
    let begun = Gate<Void>("the reading")
    let cancelled = Gate<Void>("the end of the reading")

    /// A service that answers on request of the test and records whether it was cancelled.
    private var controlled: LoadingList.Transducer.Service {
        { [answer, begun, cancelled] _, report in
            try await report(LoadingList.Progress(completed: 1, total: 4))
            begun.open()
            do { return try await answer.wait() } catch is CancellationError {
                cancelled.open()
                throw CancellationError()
            }
        }
    }

    /// A screen with the view, once it has appeared.
    private func screen(_ service: @escaping LoadingList.Transducer.Service) async -> Screen {
        let screen = Screen(LoadingListView().environment(\.directoryService, service))
        await screen.wait { $0.buttons == ["Start"] }
        return screen
    }

    private func startLoading(_ folder: String = "songs", on screen: Screen) async throws {
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        try screen.type(folder, into: "Folder")
        try screen.tap("List")
    }

    // MARK: Primary flow

    @Test("A folder is chosen, its progress is shown, and the list appears")
    func primaryFlow() async throws {
        let screen = await screen(controlled)
        #expect(screen.texts == ["Nothing is listed yet.", "Start to choose a folder.", "Start"])
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        #expect(screen.titles == ["Which folder?"])
        #expect(try screen.text(in: "Folder") == ".")
        #expect(screen.buttons == ["Cancel", "List"])

        try screen.type("songs", into: "Folder")
        try screen.tap("List")
        await screen.wait { $0.texts.contains("Reading songs …") && $0.texts.contains("1 of 4") }
        #expect(screen.presentations.isEmpty)
        #expect(screen.showsProgress)
        // Buttons behind the overlay cannot be tapped.
        #expect(screen.buttons == ["Cancel"])

        answer.open(returning: Self.songs)
        await screen.wait { $0.titles == ["songs"] }
        #expect(screen.texts == ["a.ogg", "5 bytes", "live", "Start"])
        #expect(!screen.showsProgress)
    }

    @Test("Two folders of the file system are listed in turn")
    func fileSystem() async throws {
        let folder = try TemporaryFolder(["b.txt": "four", "a.txt": ""])
        defer { folder.remove() }
        // The default of the environment is the file system.
        let screen = Screen(LoadingListView())
        await screen.wait { $0.buttons == ["Start"] }
        try await startLoading(folder.path, on: screen)
        await screen.wait { $0.titles == [folder.path] }
        #expect(screen.texts == ["a.txt", "0 bytes", "b.txt", "4 bytes", "Start"])

        try folder.write("more", to: "c.txt")
        try await startLoading(folder.path, on: screen)
        await screen.wait { $0.texts.contains("c.txt") }
    }

    // MARK: Errors

    @Test("A missing folder is reported in an alert with buttons to retry and to start again")
    func errorFlow() async throws {
        let folder = try TemporaryFolder([:])
        defer { folder.remove() }
        let screen = Screen(LoadingListView())
        await screen.wait { $0.buttons == ["Start"] }
        let missing = folder.path + "/missing"
        try await startLoading(missing, on: screen)
        await screen.wait { $0.presentations == ["This folder cannot be listed"] }
        #expect(screen.texts.contains { $0.hasPrefix("There is no folder “\(missing)”.") })
        #expect(screen.buttons == ["Ok", "Retry"])

        try screen.tap("Ok")
        await screen.wait { $0.presentations.isEmpty }
        #expect(screen.texts.first == "Could not list “\(missing)”.")
        #expect(screen.buttons == ["Retry", "Start"])

        try FileManager.default.createDirectory(atPath: missing, withIntermediateDirectories: false)
        try screen.tap("Retry")
        await screen.wait { $0.titles == [missing] }
        #expect(screen.texts == ["Start"])
    }

    // MARK: Cancellation

    @Test("Cancelling a reading ends it and returns to the previous content")
    func cancelLoading() async throws {
        let screen = await screen(controlled)
        try await startLoading(on: screen)
        try await begun.wait()
        try screen.tap("Cancel")
        await screen.wait { $0.buttons == ["Start"] }
        try await cancelled.wait()
        #expect(screen.texts.first == "Nothing is listed yet.")
    }

    @Test("The sheet can be cancelled and shown again", arguments: [false, true])
    func cancelSheet(bySwipe: Bool) async throws {
        let screen = await screen(controlled)
        for _ in 1...2 {
            try screen.tap("Start")
            await screen.wait { $0.presentations == ["sheet"] }
            if bySwipe { try screen.dismissSheet() } else { try screen.tap("Cancel") }
            await screen.wait { $0.buttons == ["Start"] }
            #expect(screen.presentations.isEmpty)
        }
        #expect(!begun.isOpen)
    }

    @Test("The return key submits the sheet, and an empty answer is the suggested folder")
    func returnKey() async throws {
        let asked = Noted<String>()
        let screen = await screen { folder, _ in
            asked.note(folder)
            return Self.songs
        }
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        try screen.type(" ", into: "Folder")
        try screen.submit("Folder")
        await screen.wait { $0.titles == ["songs"] }
        #expect(asked.all == ["."])
    }

    @Test("Text typed into a dismissed sheet is gone when the sheet is shown again")
    func typedText() async throws {
        let screen = await screen(controlled)
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        try screen.type("somewhere", into: "Folder")
        try screen.dismissSheet()
        await screen.wait { $0.buttons == ["Start"] }
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        #expect(try screen.text(in: "Folder") == ".")
    }

    // MARK: Lifetime and environment

    @Test("Closing the screen ends the reading")
    func close() async throws {
        let screen = await screen(controlled)
        try await startLoading(on: screen)
        try await begun.wait()
        screen.close()
        try await cancelled.wait()
    }

    @Test("Reading continues while the view is covered, and the list is shown afterwards")
    func comeBack() async throws {
        let screen = Screen(
            NavigationStack {
                VStack {
                    LoadingListView().environment(\.directoryService, controlled)
                    NavigationLink("Away", value: 1)
                }
                .navigationDestination(for: Int.self) { _ in Text("Elsewhere") }
            })
        await screen.wait { $0.buttons == ["Start", "Away"] }
        try screen.tap("Start")
        await screen.wait { $0.presentations == ["sheet"] }
        try screen.type("songs", into: "Folder")
        try screen.tap("List")
        try await begun.wait()
        try screen.tap("Away")
        #expect(screen.texts == ["Elsewhere"])
        try screen.back()
        await screen.wait { $0.texts.contains("Reading songs …") && $0.texts.contains("1 of 4") }
        try screen.tap("Away")
        answer.open(returning: Self.songs)
        try screen.back()
        await screen.wait { $0.texts == ["a.ogg", "5 bytes", "live", "Start", "Away"] }
    }

    @Test("Each part of the view tree uses the service of its environment")
    func environment() async throws {
        let screen = Screen(
            VStack {
                LoadingListView()
                    .environment(\.directoryService) { folder, _ in
                        LoadingList.Listing(
                            folder: folder, entries: [LoadingList.Entry(name: "inner", kind: .other)])
                    }
            }
            .environment(\.directoryService) { _, _ in throw LoadingList.DirectoryError.notAFolder("outer") })
        await screen.wait { $0.buttons == ["Start"] }
        try await startLoading("any", on: screen)
        await screen.wait { $0.texts == ["inner", "Start"] }
    }
}
