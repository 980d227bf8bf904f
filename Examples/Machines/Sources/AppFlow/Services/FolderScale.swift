import Parts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Measures folders of the file system.
public struct FolderScale: Sendable {
    /// Creates a service.
    public init() {}

    /// Adds up the sizes of a folder and its nested folders; does not follow links.
    ///
    /// Checks for cancellation between two folders.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The number of files and their size.
    /// - Throws: A ``Problem`` if the folder cannot be read, `CancellationError` when the task is cancelled.
    @concurrent
    public func measure(_ folder: String) async throws -> Usage {
        let files = FileManager.default
        guard (try? files.contentsOfDirectory(atPath: folder)) != nil else {
            throw Problem(
                "“\(folder)” is not a folder that can be read.", advice: "See to it that it can, or watch another one.")
        }
        var usage = Usage()
        var pending = [folder]
        while let next = pending.popLast() {
            try Task.checkCancellation()
            // Entries that vanish meanwhile, or may not be read, do not count.
            for name in (try? files.contentsOfDirectory(atPath: next)) ?? [] {
                let path = next + "/" + name
                let attributes = try? files.attributesOfItem(atPath: path)
                switch attributes?[.type] as? FileAttributeType {
                case .typeDirectory?: pending.append(path)
                case .typeRegular?:
                    usage.files += 1
                    usage.bytes += attributes?[.size] as? Int ?? 0
                case _: break
                }
            }
        }
        return usage
    }
}
