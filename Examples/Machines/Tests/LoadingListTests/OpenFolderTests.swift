import Foundation
import OakTesting
import Testing

@testable import LoadingList

@Suite("Reading an open folder")
struct OpenFolderTests {
    typealias Service = LoadingList.FencedDirectoryService

    struct Refusal: Error {}

    static let strange = [
        #""><img src=x onerror=alert(1)>"#, "<script>alert(1)<", "&amp;", "a\nb", "%2e%2e", "...", "\u{1B}[31m", "é",
        "e\u{301}",
    ]

    @Test("Unusual names are listed unchanged and can be opened", arguments: strange)
    func strangeNames(name: String) async throws {
        try await Ground.with { ground in
            try ground.folder("root/\(name)/inside")
            let service = Service(root: ground.root)
            let listing = try await service.list("") { _ in }
            #expect(listing.entries.map { Array($0.name.utf8) } == [Array(name.utf8)])
            #expect(try await service.list(name) { _ in }.entries.map(\.name) == ["inside"])
        }
    }

    @Test("Typed text is a path, even if it looks like markup")
    func strangePath() async throws {
        try await Ground.with { ground in
            let (service, path) = (Service(root: ground.root), "<script>alert(1)</script>")
            await #expect(throws: LoadingList.DirectoryError.noSuchFolderInRoot("<script>alert(1)<")) {
                try await service.list(path) { _ in }
            }
            try ground.folder("root/\(path)/inside")
            #expect(try await service.list(path) { _ in }.entries.map(\.name) == ["inside"])
        }
    }

    @Test(
        "A file name with a separator or a NUL byte is rejected",
        arguments: ["", "/", "a/b", "/a", "a/", "/\u{301}", "\0", "a\0"])
    func names(text: String) {
        #expect(LoadingList.FileName(text.utf8) == nil)
    }

    #if os(Linux)
        @Test("A name that is not UTF-8 is repaired and listed with its kind")
        func repairedName() async throws {
            try await Ground.with { ground in
                let name = Array("/a".utf8) + [0xFF, UInt8(ascii: "b"), 0]
                let path = (Array(ground.root.utf8) + name).map { CChar(truncatingIfNeeded: $0) }
                #expect(mkdir(path, 0o700) == 0)
                let listing = try await Service(root: ground.root).list("") { _ in }
                #expect(listing.entries.map(\.name) == ["a\u{FFFD}b"])
                #expect(listing.entries.map(\.kind) == [.folder])
            }
        }

        @Test("Every file is closed, however the reading ends")
        func descriptors() async throws {
            try await Ground.with { ground in
                try ground.folder("root/a/b")
                for number in 1...3 { try ground.file("root/a/b/\(number)") }
                try ground.link("root/a/link", to: "b")
                let service = Service(root: ground.root, reportInterval: 1)
                for path in ["a/b", "a/nowhere", "a/b/1", "a/link", "a/b/../..", "../outside"] {
                    _ = try? await service.list(path) { _ in
                        let open = try ground.open
                        #expect(open.count == 1)
                    }
                    #expect(try ground.open == [], "\(path)")
                }
                await #expect(throws: Refusal.self) { try await service.list("a/b") { _ in throw Refusal() } }
                #expect(try ground.open == [])
                let task = Task {
                    try await service.list("a/b") { _ in withUnsafeCurrentTask { $0?.cancel() } }
                }
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(try ground.open == [])
            }
        }
    #endif

    @Test("A long listing reports its progress")
    func progress() async throws {
        try await Ground.with { ground in
            for number in 1...7 { try ground.file("root/\(number)") }
            let (reports, report) = AsyncStream.makeStream(of: LoadingList.Progress.self)
            let listing = try await Service(root: ground.root, reportInterval: 3).list("") { report.yield($0) }
            report.finish()
            #expect(listing.entries.count == 7)
            #expect(await reports.reduce(into: []) { $0.append($1.completed) } == [3, 6])
        }
    }

    @Test("Reading stops between two entries when it is cancelled")
    func cancellation() async throws {
        try await Ground.with { ground in
            for number in 1...3 { try ground.file("root/\(number)") }
            let reading = Task {
                try await Service(root: ground.root, reportInterval: 1).list("") { progress in
                    #expect(progress.completed == 1)
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }

    @Test("Cancellation also stops the reading of names")
    func cancellationOfNames() async throws {
        try await Ground.with { ground in
            let reading = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try LoadingList.OpenFolder(path: ground.root).names().count
            }
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}
