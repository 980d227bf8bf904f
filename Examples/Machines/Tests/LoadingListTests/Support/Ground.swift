import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Two folders of the file system, side by side: a root that may be listed, and a folder outside of it.
struct Ground: Sendable {
    let base = FileManager.default.temporaryDirectory.path + "/loading-list-\(UUID())"

    /// The path of the folder that may be listed.
    var root: String { base + "/root" }

    /// Makes the folders; they are gone when the body has returned.
    static func with(_ body: (Ground) async throws -> Void) async throws {
        let ground = Ground()
        defer { try? FileManager.default.removeItem(atPath: ground.base) }
        try ground.folder("root")
        try ground.folder("outside")
        try ground.file("outside/secret")
        try await body(ground)
    }

    func folder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: base + "/" + path, withIntermediateDirectories: true)
    }

    func file(_ path: String, size: Int = 0) throws {
        try Data(count: size).write(to: URL(filePath: base + "/" + path))
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: base + "/" + path, withDestinationPath: target)
    }

    /// Puts a link to something else where a folder is.
    func exchange(_ path: String, forLinkTo target: String) throws {
        try FileManager.default.moveItem(atPath: base + "/" + path, toPath: base + "/moved")
        try link(path, to: target)
    }

    /// Whether there is a link to something else.
    func isLink(_ path: String, to target: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: base + "/" + path)) == target
    }

    #if os(Linux)
        /// The files in it that this process has open. Numbers would not tell: other tests run at the same time.
        var open: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                    .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
                    .filter { $0.hasPrefix(base) }
            }
        }
    #endif
}
