import Parts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks through folders of the file system.
public struct FolderScale: Sendable {
    /// Creates a service.
    public init() {}

    /// Adds up what is in a folder and in the folders inside; links are not followed.
    ///
    /// Between two folders it looks whether it has been cancelled.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: How many files there are and what they take.
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
            // What vanishes meanwhile, or may not be read, does not count.
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
