// The parts of Foundation that Oak's test kit, tests and examples use, for type-checking without it.

@_exported import Darwin

public final class NSLock: @unchecked Sendable {
    public init() {}
    public func lock() {}
    public func unlock() {}
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

public final class NSCondition: @unchecked Sendable {
    public init() {}
    public func lock() {}
    public func unlock() {}
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    public func wait() {}
    public func wait(until limit: Date) -> Bool { false }
    public func signal() {}
    public func broadcast() {}
}

public final class NSRecursiveLock: @unchecked Sendable {
    public init() {}
    public func lock() {}
    public func unlock() {}
}

public final class Thread: @unchecked Sendable {
    public init() {}
    public init(block: @escaping @Sendable () -> Void) {}
    public class var current: Thread { Thread() }
    public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    public var stackSize = 0
    public func start() {}
}

public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, RangeReplaceableCollection {
    public init() {}
    public mutating func replaceSubrange(_ range: Range<Int>, with bytes: some Collection<UInt8>) {}
    public init(_ bytes: some Sequence<UInt8>) {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 { 0 }
    public init(contentsOf url: URL) throws {}
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public func base64EncodedString() -> String { "" }

    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var atomic: WritingOptions { WritingOptions(rawValue: 1) }
        public static var withoutOverwriting: WritingOptions { WritingOptions(rawValue: 2) }
    }
}

public struct URL: Hashable, Sendable {
    public let path: String
    public init?(string: String) { path = string }
    public init?(string: String, relativeTo base: URL?) { path = string }
    public init(fileURLWithPath path: String) { self.path = path }
    public init(fileURLWithPath path: String, relativeTo base: URL?) { self.path = path }
    public init(fileURLWithPath path: String, isDirectory: Bool) { self.path = path }
    public var absoluteString: String { path }
    public var absoluteURL: URL { self }
    public var relativeString: String { path }
    public var baseURL: URL? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static var homeDirectory: URL { URL(fileURLWithPath: "") }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func appending(path: some StringProtocol) -> URL { self }
    public var lastPathComponent: String { path }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
}

public struct URLComponents: Hashable, Sendable {
    public var scheme: String?
    public var host: String?
    public var path = ""
    public var queryItems: [URLQueryItem]?
    public init?(string: String) {}
}

public struct URLQueryItem: Hashable, Sendable {
    public var name: String
    public var value: String?
    public init(name: String, value: String?) { (self.name, self.value) = (name, value) }
}

public class FileHandle: @unchecked Sendable {
    public init(forReadingFrom url: URL) throws {}
    public init(forWritingTo url: URL) throws {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func read(upToCount count: Int) throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func write(contentsOf data: some Sequence<UInt8>) throws {}
    public func seek(toOffset offset: UInt64) throws {}
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

public struct CharacterSet: Sendable {
    public static var whitespaces: CharacterSet { CharacterSet() }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
}

extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
}

public struct Decimal: Hashable, Sendable, CustomStringConvertible {
    public static var nan: Decimal { Decimal() }
    public init() {}
    public init?(string: String) {}
    public var isNaN: Bool { false }
    public var description: String { "" }
}

public struct UUID: Hashable, Codable, Sendable {
    public init() {}
    public init?(uuidString: String) {}
    public init(
        uuid: (
            UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
            UInt8
        )
    ) {}
    public var uuidString: String { "" }
}

public final class FileManager: @unchecked Sendable {
    public static var `default`: FileManager { FileManager() }
    public var temporaryDirectory: URL { URL(fileURLWithPath: "") }
    public var currentDirectoryPath: String { "" }
    public func createDirectory(atPath path: String, withIntermediateDirectories createsIntermediates: Bool) throws {}
    public func createDirectory(at url: URL, withIntermediateDirectories createsIntermediates: Bool) throws {}
    public func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    public func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    public func fileExists(atPath path: String) -> Bool { false }
    public func isExecutableFile(atPath path: String) -> Bool { false }
    public func moveItem(at url: URL, to destination: URL) throws {}
    public func removeItem(at url: URL) throws {}
    public func removeItem(atPath path: String) throws {}
    public func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }

    public class DirectoryEnumerator {
        public func nextObject() -> Any? { nil }
        public var fileAttributes: [FileAttributeKey: Any]? { nil }
    }
}

public struct FileAttributeKey: Hashable, Sendable {
    public static var posixPermissions: FileAttributeKey { FileAttributeKey() }
    public static var size: FileAttributeKey { FileAttributeKey() }
    public static var type: FileAttributeKey { FileAttributeKey() }
}

public struct FileAttributeType: Hashable, Sendable {
    public static var typeDirectory: FileAttributeType { FileAttributeType() }
    public static var typeRegular: FileAttributeType { FileAttributeType() }
}

public struct POSIXError: Error {
    public enum Code: Int32 { case EIO = 5 }
    public init(_ code: Code) {}
}

public final class ProcessInfo: Sendable {
    public var systemUptime: Double { fatalError() }
    public var activeProcessorCount: Int { 1 }
    public class var processInfo: ProcessInfo { ProcessInfo() }
    public var environment: [String: String] { [:] }
    public var processName: String { "" }
    public var processIdentifier: Int32 { 0 }
    public var hostName: String { "" }
}

public class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var prettyPrinted: OutputFormatting { OutputFormatting(rawValue: 4) }
        public static var sortedKeys: OutputFormatting { OutputFormatting(rawValue: 1) }
        public static var withoutEscapingSlashes: OutputFormatting { OutputFormatting(rawValue: 2) }
    }

    public enum NonConformingFloatEncodingStrategy: Sendable {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    public init() {}
    public var outputFormatting: OutputFormatting = []
    public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
    public func encode(_ value: some Encodable) throws -> Data { Data([]) }
}

public class JSONDecoder {
    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    public init() {}
    public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var recoverySuggestion: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
    public var recoverySuggestion: String? { nil }
}

extension Error {
    public var localizedDescription: String { "" }
}

extension String {
    public struct Encoding: Sendable {
        public static var utf8: Encoding { Encoding() }
    }

    public init?(data: Data, encoding: Encoding) { return nil }
    public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
    public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
}

extension StringProtocol {
    public var precomposedStringWithCanonicalMapping: String { "" }
    public func contains(_ other: some StringProtocol) -> Bool { false }
    public func localizedCaseInsensitiveContains(_ other: some StringProtocol) -> Bool { false }
    public func range(of other: some StringProtocol) -> Range<Index>? { nil }
    public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
    public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
        ""
    }
}

public typealias TimeInterval = Double

public struct Date: Hashable, Comparable, Codable, Sendable {
    public static func < (left: Date, right: Date) -> Bool { false }
    public static var distantPast: Date { Date() }
    public static var distantFuture: Date { Date() }
    public init() {}
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceNow: TimeInterval { 0 }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
    public init(timeIntervalSince1970 interval: Double) {}
    public init(timeIntervalSinceReferenceDate interval: Double) {}
    public var timeIntervalSinceReferenceDate: Double { 0 }
}

extension Date {
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public func ISO8601Format() -> String { "" }
}

public struct TimeZone: Hashable, Codable, Sendable {
    public init?(identifier: String) { nil }
    public func secondsFromGMT(for date: Date) -> Int { 0 }
}

public struct Calendar: Sendable {
    public enum Identifier: Sendable { case gregorian }
    public enum Component: Sendable { case year, month }

    public init(identifier: Identifier) {}
    public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { DateComponents() }
}

public struct DateComponents: Sendable {
    public var year: Int?
    public var month: Int?
}

public final class RunLoop {
    public struct Mode { public static var `default`: Mode { Mode() } }
    public static nonisolated(unsafe) let main = RunLoop()
    @discardableResult public func run(mode: Mode, before limit: Date) -> Bool { true }
}
