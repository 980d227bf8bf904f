// The parts of Foundation that are used and that the toolchain's FoundationEssentials lacks.

@_exported import Darwin
@_exported import FoundationEssentials

public final class Thread: @unchecked Sendable {
    public class var current: Thread { fatalError() }
    public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

public class FileHandle: @unchecked Sendable {
    public init(forReadingFrom url: URL) throws {}
    public init(forWritingTo url: URL) throws {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func read(upToCount count: Int) throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func write(contentsOf data: some Sequence<UInt8>) throws {}
    public func close() throws {}
}

#if os(macOS)
    public final class Process: @unchecked Sendable {
        public init() { (processIdentifier, terminationStatus) = (0, 0) }
        public var executableURL: URL?
        public var arguments: [String]?
        public var standardInput, standardOutput, standardError: Any?
        public var isRunning: Bool { false }
        public var processIdentifier, terminationStatus: Int32
        public func run() throws {}
        public func waitUntilExit() {}
    }
#endif

public final class Pipe: @unchecked Sendable {
    public init() {}
    public var fileHandleForReading: FileHandle { fatalError() }
}

extension FileManager {
    public func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }

    public class DirectoryEnumerator {
        public func nextObject() -> Any? { nil }
        public var fileAttributes: [FileAttributeKey: Any]? { nil }
    }
}

public struct CharacterSet: Sendable {
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
}

extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func contains(_ other: some StringProtocol) -> Bool { false }
    public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
        ""
    }
    public var precomposedStringWithCanonicalMapping: String { "" }
    public func localizedCaseInsensitiveContains(_ other: some StringProtocol) -> Bool { false }
}

extension Error {
    public var localizedDescription: String { "" }
}
