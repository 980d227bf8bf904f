import ExampleTestSupport
import Foundation
import Testing

@testable import LoadingList

@Suite("Listing folders of the file system")
struct DirectoryTests {
    typealias DirectoryError = LoadingList.DirectoryError
    typealias Fenced = LoadingList.FencedDirectoryService

    /// Makes a root with folders, a file and links, beside a folder that must not be listed.
    func withGround(_ body: (_ root: String) async throws -> Void) async throws {
        try await withFolder { base in
            let files = FileManager.default
            for folder in ["root/a/b/inside", "outside/b"] {
                try files.createDirectory(atPath: "\(base)/\(folder)", withIntermediateDirectories: true)
            }
            try Data(count: 12).write(to: URL(filePath: base + "/root/a/file"))
            try files.createSymbolicLink(atPath: base + "/root/link", withDestinationPath: "../outside")
            try await body(base + "/root")
        }
    }

    @Test("A folder is listed with kinds and sizes in the order of the names, with a fence or without")
    func listing() async throws {
        try await withGround { root in
            let listing = try await LoadingList.DirectoryService().list(root + "/a") { _ in }
            #expect(listing.folder == root + "/a")
            #expect(listing.entries.map(\.name) == ["b", "file"])
            #expect(listing.entries.map(\.kind) == [.folder, .file])
            #expect(listing.entries.map(\.size) == [nil, 12])
            #expect(listing.entries.allSatisfy { $0.modified != nil })
            let fenced = try await Fenced(root: root).list("a") { _ in }
            #expect(fenced.entries == listing.entries)
            let top = try await Fenced(root: root).list("") { _ in }
            #expect(top.entries.map(\.kind) == [.folder, .link])
        }
    }

    @Test("A missing folder and a file are explained to the user")
    func errors() async throws {
        try await withGround { root in
            for (path, error): (String, DirectoryError) in [
                ("/x", .noSuchFolder(root + "/x")), ("/a/file", .notAFolder(root + "/a/file")),
                ("/a\0b", .noSuchFolder(root + "/a\0b")),
            ] {
                await #expect(throws: error) { try await LoadingList.DirectoryService().list(root + path) { _ in } }
                #expect(error.reason.contains(root) && !error.advice.isEmpty)
            }
        }
    }

    @Test(
        "A path that leaves the root is refused, even if it returns",
        arguments: [
            "..", "./..", "../root", "a/../..", "a/../../root/a", "nowhere/../..", "/", "/etc", "/root",
            "a/\u{301}b/../../..",
        ])
    func upwards(path: String) async throws {
        try await withGround { root in
            await #expect(throws: DirectoryError.outsideRoot(path)) { try await Fenced(root: root).list(path) { _ in } }
            await #expect(throws: DirectoryError.outsideRoot(root + "/../outside")) {
                try await Fenced(root: root).list(root + "/../outside") { _ in }
            }
        }
    }

    @Test("A link in the root is not followed, wherever the path goes on", arguments: ["link", "link/", "link/b"])
    func links(path: String) async throws {
        try await withGround { root in
            await #expect(throws: DirectoryError.notAFolder("link")) {
                try await Fenced(root: root).list(path) { _ in }
            }
        }
    }

    @Test("A folder that becomes a link while its entries are read is listed completely")
    func exchanged() async throws {
        try await withGround { root in
            try Data(count: 5).write(to: URL(filePath: root + "/a/g"))
            let listing = try await Fenced(root: root, reportInterval: 1).list("a") { progress in
                guard progress.completed == 1 else { return }
                try FileManager.default.moveItem(atPath: root + "/a", toPath: root + "/moved")
                try FileManager.default.createSymbolicLink(atPath: root + "/a", withDestinationPath: "../outside")
            }
            #expect(listing.entries.map(\.size) == [nil, 12, 5])
        }
    }

    @Test("A long listing reports its progress, and reading stops between two entries when it is cancelled")
    func progress() async throws {
        try await withGround { root in
            for number in 1...7 { try Data().write(to: URL(filePath: "\(root)/a/b/inside/\(number)")) }
            let service = Fenced(root: root, reportInterval: 3)
            let (reports, report) = AsyncStream.makeStream(of: Int.self)
            _ = try await service.list("a/b/inside") { report.yield($0.completed) }
            report.finish()
            #expect(await reports.reduce(into: []) { $0.append($1) } == [3, 6])
            let reading = Task {
                try await service.list("a/b/inside") { progress in
                    #expect(progress.completed == 3)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}
