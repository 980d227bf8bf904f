import Foundation

/// Makes a folder that is gone when the body has returned.
///
/// - Parameter body: Receives the path of the folder.
public nonisolated(nonsending) func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "oak-examples-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
}
