// The part of the system's log that Oak uses, for type-checking without it.

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func error(_ message: OSLogMessage) {}
}

public enum OSLogPrivacy { case auto, `public`, `private` }

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public func appendLiteral(_ literal: String) {}
        public func appendInterpolation(
            _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
        ) {}
    }

    public init(stringInterpolation: StringInterpolation) {}
    public init(stringLiteral value: String) {}
}
