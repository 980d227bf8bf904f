import Foundation
import Testing

@testable import LoadingList

@Suite("Folders above a root are never listed")
struct FenceTests {
    typealias DirectoryError = LoadingList.DirectoryError
    typealias Service = LoadingList.FencedDirectoryService

    @Test(
        "A path that leaves the root is refused, even if it returns",
        arguments: [
            "..", "../", "./..", "../root", "../outside", "../nowhere", "a/../..", "a/../../root/a", "nowhere/../..",
            "a/b/../../../outside", "/", "//", "/..", "/etc", "/nowhere", "/root",
        ])
    func upwards(path: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b")
            let service = Service(root: ground.root)
            await #expect(throws: DirectoryError.outsideRoot(path)) { try await service.list(path) { _ in } }
        }
    }

    @Test(
        "An absolute path that only shares a prefix with the root is refused",
        arguments: ["-2", "/..", "/../root", "/../outside", "/a/../..", "/../../"])
    func absolute(end: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root-2")
            let path = ground.root + end
            let service = Service(root: ground.root)
            await #expect(throws: DirectoryError.outsideRoot(path)) { try await service.list(path) { _ in } }
        }
    }

    @Test("A root at the root of the file system allows every path that does not go above it")
    func topmost() async throws {
        let service = Service(root: "/")
        for path in ["/", "", "/."] {
            #expect(try await service.list(path) { _ in }.entries.contains { $0.name == "dev" })
        }
        await #expect(throws: DirectoryError.outsideRoot("/..")) { try await service.list("/..") { _ in } }
    }

    @Test(
        "A link is not followed, wherever it leads",
        arguments: ["../outside", "../outside/secret", "..", "/", "/etc", "a", ".", "link", "nowhere", "../nowhere"])
    func links(target: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b")
            try ground.link("root/link", to: target)
            let service = Service(root: ground.root)
            for path in ["link", "link/", "link/.", "link/b", "link/secret", "a/../link", "link/b/..", "link/nowhere"] {
                await #expect(throws: DirectoryError.isLink("link")) { try await service.list(path) { _ in } }
            }
        }
    }

    @Test("The parent of a link is the folder that contains the link")
    func upFromLink() async throws {
        try await Ground.with { ground in
            try ground.link("root/link", to: "../outside")
            let listing = try await Service(root: ground.root).list("link/..") { _ in }
            #expect(listing.entries.map(\.name) == ["link"])
        }
    }

    @Test("A slash separates folders, even before a combining accent")
    func accent() async throws {
        try await Ground.with { ground in
            try ground.folder("outside/\u{301}a")
            try ground.link("root/link", to: "../outside")
            let service = Service(root: ground.root)
            await #expect(throws: DirectoryError.isLink("link")) { try await service.list("link/\u{301}a") { _ in } }
            try ground.folder("root/a/\u{301}b/c")
            #expect(try await service.list("a/\u{301}b") { _ in }.entries.map(\.name) == ["c"])
            let up = "a/\u{301}b/../../.."
            await #expect(throws: DirectoryError.outsideRoot(up)) { try await service.list(up) { _ in } }
        }
    }

    @Test(
        "A NUL byte does not truncate a path", arguments: ["a\0", "a\0b", "\0", "a/\0", "a/\0/..", "..\0", "a\0/../.."])
    func nul(path: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            let service = Service(root: ground.root)
            await #expect(throws: DirectoryError.noSuchFolderInRoot(path)) { try await service.list(path) { _ in } }
            let unfenced = ground.root + "/" + path
            await #expect(throws: DirectoryError.noSuchFolder(unfenced)) {
                try await LoadingList.DirectoryService().list(unfenced) { _ in }
            }
        }
    }

    @Test("The answers do not reveal whether anything exists outside the root")
    func silence() async throws {
        try await Ground.with { ground in
            try ground.link("root/link-1", to: "../outside")
            try ground.link("root/link-2", to: "../nowhere")
            let service = Service(root: ground.root)
            func answer(_ path: String) async -> String {
                do throws(any Error) {
                    return "\(try await service.list(path) { _ in })"
                } catch {
                    guard let error = error as? DirectoryError else { return "\(error)" }
                    return (error.reason + error.advice).replacing(path, with: "…")
                }
            }
            #expect(await answer("../outside") == answer("../nowhere"))
            #expect(await answer(ground.base + "/outside") == answer(ground.base + "/nowhere"))
            #expect(await answer("link-1") == answer("link-2"))
        }
    }
}
