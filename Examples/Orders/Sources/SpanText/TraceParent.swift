import Instrumentation

/// The place of a span in a trace, as the header `traceparent` of W3C Trace Context.
struct TraceParent: Hashable, Sendable {
    /// 16 bytes in hexadecimal digits.
    let trace: String
    /// 8 bytes in hexadecimal digits.
    let span: String

    static let header = "traceparent"

    /// A new span in the trace of another, or in one of its own.
    init(childOf parent: TraceParent?) {
        trace = parent?.trace ?? Self.random(bytes: 16)
        span = Self.random(bytes: 8)
    }

    /// - Returns: `nil` unless the text is a valid header.
    init?(header: String) {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let lengths = [2, 32, 16, 2]
        guard parts.count >= 4, zip(parts, lengths).allSatisfy({ $0.count == $1 && $0.allSatisfy(\.isHexDigit) }),
            parts[0] != "ff", parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        (trace, span) = (parts[1].lowercased(), parts[2].lowercased())
    }

    var text: String { "00-\(trace)-\(span)-01" }

    private static func random(bytes: Int) -> String {
        (0..<bytes).map { _ in
            let byte = String(UInt8.random(in: 1...UInt8.max), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }.joined()
    }
}

private enum TraceParentKey: ServiceContextKey {
    typealias Value = TraceParent
}

extension ServiceContext {
    var traceParent: TraceParent? {
        get { self[TraceParentKey.self] }
        set { self[TraceParentKey.self] = newValue }
    }
}
