import Foundation
import OakTesting
import Testing

@testable import LoadingList

@Suite("Listing folders below a root")
struct FencedDirectoryServiceTests {
    typealias DirectoryError = LoadingList.DirectoryError
    typealias Service = LoadingList.FencedDirectoryService

    @Test("A folder below the root is listed as it is without a fence")
    func listing() async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/c")
            try ground.file("root/a/b", size: 12)
            try ground.link("root/a/d", to: "nowhere")
            let service: LoadingList.Transducer.Service = Service(root: ground.root).list
            let listing = try await service("a") { _ in }
            #expect(listing.folder == "a")
            #expect(listing.entries.map(\.name) == ["b", "c", "d"])
            #expect(listing.entries.map(\.kind) == [.file, .folder, .link])
            #expect(listing.entries.map(\.size) == [12, nil, nil])
            let unfenced = try await LoadingList.DirectoryService().list(ground.root + "/a") { _ in }
            #expect(listing.entries == unfenced.entries)
        }
    }

    @Test(
        "An empty path, a dot and a path that returns to the root all list the root",
        arguments: ["", ".", "./", "././/.", "a/..", "a/b/../../", "nowhere/.."])
    func theRoot(path: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b")
            let listing = try await Service(root: ground.root).list(path) { _ in }
            #expect(listing.entries.map(\.name) == ["a"])
            #expect(listing.folder == (path.isEmpty ? "." : path))
        }
    }

    @Test("Redundant slashes and dots change nothing", arguments: ["a/b", "a//b/", "./a/./b/.", "a/x/../b"])
    func detours(path: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b/c")
            let listing = try await Service(root: ground.root).list(path) { _ in }
            #expect(listing.entries.map(\.name) == ["c"])
        }
    }

    @Test(
        "An absolute path below the root is listed as its part after the root", arguments: ["", "/", "/.", "/a/.."])
    func absolute(end: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            for root in [ground.root, ground.root + "/", ground.base + "/./root"] {
                let listing = try await Service(root: root).list(ground.root + end) { _ in }
                #expect(listing.entries.map(\.name) == ["a"])
            }
        }
    }

    @Test("A relative root also accepts absolute paths below it")
    func relativeRoot() async throws {
        let service = Service(root: ".")
        let current = FileManager.default.currentDirectoryPath
        #expect(try await service.list(current) { _ in }.folder == current)
        #expect(try await service.list("") { _ in }.folder == ".")
        await #expect(throws: DirectoryError.outsideRoot("..")) { try await service.list("..") { _ in } }
    }

    @Test("A root that is a link can be listed")
    func linkedRoot() async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            try ground.link("link", to: "root")
            let listing = try await Service(root: ground.base + "/link").list("") { _ in }
            #expect(listing.entries.map(\.name) == ["a"])
        }
    }

    @Test(
        "An unreadable root is reported with the advice to ask somebody",
        arguments: ["nowhere", "outside/secret", "root\0"])
    func noRoot(name: String) async throws {
        try await Ground.with { ground in
            let service = Service(root: ground.base + "/" + name)
            await #expect(throws: DirectoryError.rootUnreadable) { try await service.list("") { _ in } }
        }
    }

    @Test("A tilde is an ordinary name", arguments: ["~", "~root", "~/.."])
    func tilde(path: String) async throws {
        try await Ground.with { ground in
            let service = Service(root: ground.root)
            if path != "~/.." {
                await #expect(throws: DirectoryError.noSuchFolderInRoot(path)) { try await service.list(path) { _ in } }
            }
            try ground.folder("root/\(path == "~/.." ? "~" : path)")
            let listing = try await service.list(path) { _ in }
            #expect(listing.entries.map(\.name) == (path == "~/.." ? ["~"] : []))
        }
    }

    @Test("A missing path, or a path of no folder, is reported relative to the root")
    func missing() async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            try ground.file("root/a/file")
            #expect(mkfifo(ground.root + "/a/pipe", 0o600) == 0)
            let service = Service(root: ground.root)
            for (path, error): (String, DirectoryError) in [
                ("a/x/y", .noSuchFolderInRoot("a/x")), (ground.root + "/x", .noSuchFolderInRoot("x")),
                ("a/file", .notAFolder("a/file")), ("./a/file/x", .notAFolder("a/file")),
                ("a/pipe", .notAFolder("a/pipe")),
            ] {
                await #expect(throws: error) { try await service.list(path) { _ in } }
            }
        }
    }

    @Test(
        "A folder without read permission is reported",
        .disabled(if: DirectoryServiceTests.isRoot, "root may read everything"))
    func unreadable() async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            #expect(chmod(ground.root + "/a", 0o000) == 0)
            defer { chmod(ground.root + "/a", 0o700) }
            let service = Service(root: ground.root)
            await #expect(throws: DirectoryError.noPermission("a")) { try await service.list("a") { _ in } }
        }
    }

    @Test(
        "Every error has a reason and advice",
        arguments: [DirectoryError.outsideRoot("x/y"), .noSuchFolderInRoot("x/y"), .isLink("x/y"), .rootUnreadable])
    func explanations(error: DirectoryError) {
        #expect(error.reason.contains("x/y") == (error != .rootUnreadable))
        #expect(!error.advice.isEmpty)
    }
}
