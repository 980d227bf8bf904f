#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder for what the examples write, unless they are given another one; the same for each run.
public enum TemporaryFolder {
    /// Where it is.
    public static var path: String { FileManager.default.temporaryDirectory.appending(path: "oak-examples").path }

    /// Makes the folder where there is none.
    ///
    /// - Returns: Its path.
    /// - Throws: The error of the file system when it cannot be made.
    public static func make() throws -> String {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}
