import ExampleTestSupport
import Foundation
import Testing

@testable import LoadingList

@Suite("Listing folders of the file system")
struct DirectoryServiceTests {
    typealias DirectoryError = LoadingList.DirectoryError

    static let isRoot = geteuid() == 0

    let service = LoadingList.DirectoryService()

    @Test("A folder is listed with kinds, sizes and dates, in the order of the names")
    func listing() async throws {
        try await withFolder { folder in
            let date = Date(timeIntervalSince1970: 1_000_000_000)
            try Data(count: 12).write(to: URL(filePath: folder + "/b"))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder + "/b")
            try FileManager.default.createDirectory(atPath: folder + "/a", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: folder + "/c", withDestinationPath: "nowhere")
            let listing = try await service.list(folder) { _ in }
            #expect(listing.folder == folder)
            #expect(listing.entries.map(\.name) == ["a", "b", "c"])
            #expect(listing.entries.map(\.kind) == [.folder, .file, .link])
            #expect(listing.entries.map(\.size) == [nil, 12, nil])
            #expect(listing.entries[1].modified == date)
        }
    }

    @Test("A missing folder is reported")
    func missing() async throws {
        try await withFolder { folder in
            let path = folder + "/nowhere"
            await #expect(throws: DirectoryError.noSuchFolder(path)) { try await service.list(path) { _ in } }
        }
    }

    @Test("A file is reported not to be a folder")
    func file() async throws {
        try await withFolder { folder in
            let path = folder + "/file"
            try Data().write(to: URL(filePath: folder + "/file"))
            await #expect(throws: DirectoryError.notAFolder(path)) { try await service.list(path) { _ in } }
        }
    }

    @Test("A folder without read permission is reported", .disabled(if: isRoot, "root may read everything"))
    func unreadable() async throws {
        try await withFolder { folder in
            let path = folder + "/secret"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o000])
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
            await #expect(throws: DirectoryError.noPermission(path)) { try await service.list(path) { _ in } }
        }
    }

    @Test("A leading tilde stands for the user's home folder")
    func home() {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        #expect(LoadingList.DirectoryService.expanded("~") == home)
        #expect(LoadingList.DirectoryService.expanded("~/songs") == home + "/songs")
        for path in ["a~", "~a", "/~", "./~"] { #expect(LoadingList.DirectoryService.expanded(path) == path) }
    }

    @Test(
        "Every error has a reason and advice",
        arguments: [
            DirectoryError.noSuchFolder("/x"), .notAFolder("/x"), .noPermission("/x"), .unreadable("/x", "no reason"),
        ])
    func explanations(error: DirectoryError) {
        #expect(error.reason.contains("/x"))
        #expect(!error.advice.isEmpty)
    }
}
