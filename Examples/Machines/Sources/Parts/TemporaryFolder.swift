import Foundation

/// The default folder for the files of the examples; the same in each run.
public enum TemporaryFolder {
    /// Its path.
    public static var path: String { FileManager.default.temporaryDirectory.appending(path: "oak-examples").path }

    /// Creates the folder if it does not exist.
    ///
    /// - Returns: Its path.
    /// - Throws: The error of the file system if the folder cannot be created.
    public static func make() throws -> String {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}
