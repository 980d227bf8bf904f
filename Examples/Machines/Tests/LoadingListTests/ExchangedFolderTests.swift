import Foundation
import OakTesting
import Testing

@testable import LoadingList

@Suite("Folders that are replaced by links while they are read")
struct ExchangedFolderTests {
    typealias DirectoryError = LoadingList.DirectoryError

    /// A service that lets something happen before and after it opens a folder of a name.
    func service(
        _ ground: Ground, before: (name: String, then: @Sendable () throws -> Void)? = nil,
        after: (name: String, then: @Sendable () throws -> Void)? = nil
    ) -> LoadingList.FencedDirectoryService {
        var service = LoadingList.FencedDirectoryService(root: ground.root, reportInterval: 1)
        service.opening = { folder, name, flags in
            let text = String(cString: name)
            if let before, before.name == text { #expect(throws: Never.self) { try before.then() } }
            let descriptor = openat(folder, name, flags)
            if let after, after.name == text { #expect(throws: Never.self) { try after.then() } }
            return descriptor
        }
        return service
    }

    @Test("A link that replaces a folder just before it is opened is not followed", arguments: ["a", "b", "c"])
    func atTheLastMoment(name: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b/c")
            let way = ["a": "a", "b": "a/b", "c": "a/b/c"]
            let path = try #require(way[name])
            let outside = ground.base + "/outside"
            for part in way.keys { try ground.folder("outside/\(part)") }
            let service = service(ground, before: (name, { try ground.exchange("root/" + path, forLinkTo: outside) }))
            await #expect(throws: DirectoryError.isLink(path)) { try await service.list("a/b/c") { _ in } }
        }
    }

    @Test("A folder that becomes a link after it is opened does not change the result", arguments: ["a", "a/b"])
    func behindTheWalk(path: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/a/b/inside")
            try ground.folder("outside/b")
            let outside = ground.base + "/outside"
            let last = String(path.suffix(1))
            let service = service(ground, after: (last, { try ground.exchange("root/" + path, forLinkTo: outside) }))
            let listing = try await service.list("a/b") { _ in }
            #expect(listing.entries.map(\.name) == ["inside"])
            #expect(ground.isLink("root/" + path, to: outside), "nothing was exchanged")
        }
    }

    @Test("A folder that becomes a link while its entries are read is listed completely")
    func whileReading() async throws {
        try await Ground.with { ground in
            try ground.folder("root/a")
            for number in 1...3 {
                try ground.file("root/a/\(number)", size: number)
                try ground.file("outside/\(number)", size: 100)
            }
            let listing = try await service(ground).list("a") { progress in
                if progress.completed == 1 { try ground.exchange("root/a", forLinkTo: ground.base + "/outside") }
            }
            #expect(listing.entries.map(\.size) == [1, 2, 3])
            #expect(ground.isLink("root/a", to: ground.base + "/outside"), "nothing was exchanged")
        }
    }

    @Test("An entry that vanishes while its folder is read is listed without its unknown details")
    func vanished() async throws {
        try await Ground.with { ground in
            for number in 1...2 { try ground.file("root/\(number)") }
            let listing = try await service(ground).list("") { _ in
                try FileManager.default.removeItem(atPath: ground.root + "/2")
            }
            #expect(listing.entries[1] == LoadingList.Entry(name: "2", kind: .other))
        }
    }
}
