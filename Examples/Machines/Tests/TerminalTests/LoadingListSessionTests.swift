import LoadingList
import LoadingListTerminal
import Oak
import Terminal
import Testing

@MainActor
@Suite("The loading list in a terminal")
struct LoadingListSessionTests {
    nonisolated static let songs = LoadingList.Listing(
        folder: "/songs", entries: [LoadingList.Entry(name: "a.ogg", kind: .file, size: 12)])

    @Test("A folder is asked for, read with progress reports and listed before the session ends")
    func happyPath() async throws {
        let session = SessionFixture()
        let service: LoadingList.Transducer.Service = { folder, report in
            for completed in [100, 150, 290, 500] {
                try await report(LoadingList.Progress(completed: completed, total: 1000))
            }
            return LoadingList.Listing(folder: folder, entries: Self.songs.entries)
        }
        let text = try await session.run(env: session.env(service), "start", "/songs", "quit", "start")
        #expect(
            text == """
                Lists what a folder contains.
                Nothing is listed yet.
                Type "start" to choose a folder.
                > start
                Which folder?
                Type a path; an empty line means the current folder.
                "cancel" goes back, "quit" leaves; "./cancel" is a folder of that name.
                > /songs
                Reading /songs …
                100 of 1000 entries, 10 %
                290 of 1000 entries, 29 %
                500 of 1000 entries, 50 %
                /songs: 1 entry
                      Size  Modified          Name
                      12 B  -                 a.ogg
                > quit

                """)
    }

    @Test("Errors are explained and can be dismissed, and the folder can be retried")
    func retry() async throws {
        let session = SessionFixture()
        let (attempts, attempt) = AsyncStream.makeStream(of: Bool.self)
        for isGood in [false, false, true] { attempt.yield(isGood) }
        let service: LoadingList.Transducer.Service = { folder, _ in
            guard await attempts.first(where: { _ in true }) == true else {
                throw LoadingList.DirectoryError.noPermission(folder)
            }
            return Self.songs
        }
        let text = try await session.run(
            env: session.env(service), "start", "my songs", "retry", "ok", "help", "retry", "start", "cancel", "cancel")
        #expect(
            text.hasSuffix(
                """
                > my songs
                Reading my songs …
                Error: You are not allowed to read “my songs”.
                Ask its owner for permission, or choose another folder.
                Type "ok" to put the message away. Type "retry" to read “my songs” again.
                > retry
                Reading my songs …
                Error: You are not allowed to read “my songs”.
                Ask its owner for permission, or choose another folder.
                Type "ok" to put the message away. Type "retry" to read “my songs” again.
                > ok
                Could not list “my songs”.
                Type "retry" to read “my songs” again. Type "start" to choose another folder.
                > help
                You can type now:
                  retry  read “my songs” again
                  start  choose another folder
                  help   show what can be typed now
                  quit   leave
                > retry
                Reading my songs …
                /songs: 1 entry
                      Size  Modified          Name
                      12 B  -                 a.ogg
                > start
                Which folder?
                Type a path; an empty line means the current folder.
                "cancel" goes back, "quit" leaves; "./cancel" is a folder of that name.
                > cancel
                Listed: /songs, 1 entry.
                > cancel
                "cancel" is not possible now. You can type now: start, help or quit.

                """))
    }

    @Test("The current folder is named, and a quoted path is answered with a hint")
    func namesOfFolders() async throws {
        let session = SessionFixture()
        let service: LoadingList.Transducer.Service = { folder, _ in
            if folder != "." { throw LoadingList.DirectoryError.noSuchFolder(folder) }
            return LoadingList.Listing(folder: folder, entries: [])
        }
        let text = try await session.run(
            env: session.env(service), "start", "", "start", "cancel", "start", "\"my songs\"")
        #expect(
            text.hasSuffix(
                """
                >\(" ")
                Reading the current folder …
                The current folder is empty.
                > start
                Which folder?
                Type a path; an empty line means the current folder.
                "cancel" goes back, "quit" leaves; "./cancel" is a folder of that name.
                > cancel
                Listed: the current folder, no entries.
                > start
                Which folder?
                Type a path; an empty line means the current folder.
                "cancel" goes back, "quit" leaves; "./cancel" is a folder of that name.
                > "my songs"
                Reading "my songs" …
                Error: There is no folder “"my songs"”.
                Leave the quotation marks out; a path with spaces needs none.
                Type "ok" to put the message away. Type "retry" to read “"my songs"” again.

                """))
    }
}
