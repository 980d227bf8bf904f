import Foundation
public import Tracing

/// A tracer that writes each span as a line when it ends.
///
/// A backend for a collector is another type with the same protocol; the observers do not change.
public struct SpanWriter: Tracer {
    private let write: @Sendable (String) -> Void

    /// Creates a tracer.
    ///
    /// - Parameter write: Receives a line without its end, from any thread.
    public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    public func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> WrittenSpan {
        WrittenSpan(operationName, within: context(), at: instant().nanosecondsSinceEpoch, write)
    }

    public func forceFlush() {}

    public func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let parent = context.traceParent { injector.inject(parent.text, forKey: TraceParent.header, into: &carrier) }
    }

    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        if let parent = extractor.extract(key: TraceParent.header, from: carrier).flatMap(TraceParent.init(header:)) {
            context.traceParent = parent
        }
    }
}

/// A span that is written as a line.
public final class WrittenSpan: Span, @unchecked Sendable {
    public let context: ServiceContext
    private let parent: TraceParent?
    private let start: UInt64
    private let write: @Sendable (String) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    private var name: String
    private var values: SpanAttributes = [:]
    private var links: [String] = []
    private var error: String?
    private var hasEnded = false

    init(
        _ name: String, within context: ServiceContext, at start: UInt64, _ write: @escaping @Sendable (String) -> Void
    ) {
        var own = context
        own.traceParent = TraceParent(childOf: context.traceParent)
        (self.context, parent) = (own, context.traceParent)
        (self.name, self.start, self.write) = (name, start, write)
    }

    public var operationName: String {
        get { lock.withLock { name } }
        set { lock.withLock { name = newValue } }
    }

    public var attributes: SpanAttributes {
        get { lock.withLock { values } }
        set { lock.withLock { values = newValue } }
    }

    public var isRecording: Bool { lock.withLock { !hasEnded } }

    public func setStatus(_ status: SpanStatus) {
        if status.code == .error { lock.withLock { error = error ?? status.message ?? "failed" } }
    }

    public func addEvent(_ event: SpanEvent) {}

    public func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        lock.withLock { self.error = "\(error)" }
    }

    public func addLink(_ link: SpanLink) {
        if let linked = link.context.traceParent { lock.withLock { links.append("\(linked.trace)-\(linked.span)") } }
    }

    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let end = instant().nanosecondsSinceEpoch
        let written = lock.withLock { () -> String? in
            if hasEnded { return nil }
            hasEnded = true
            return line(until: end)
        }
        if let written { write(written) }
    }

    private func line(until end: UInt64) -> String {
        let place = context.traceParent
        let milliseconds = Double(end > start ? end - start : 0) / 1e6
        var parts = [
            "span \"\(name)\"", "trace=\(place?.trace ?? "")", "id=\(place?.span ?? "")",
            parent.map { "parent=\($0.span)" }, links.isEmpty ? nil : "links=\(links.joined(separator: ","))",
            "ms=\((milliseconds * 1000).rounded() / 1000)", error.map { "error=\"\($0)\"" },
        ].compactMap { $0 }
        var attributes: [String] = []
        values.forEach { key, value in attributes.append("\(key)=\(text(value))") }
        parts += attributes.sorted()
        return parts.joined(separator: " ")
    }

    private func text(_ value: SpanAttribute) -> String {
        switch value {
        case .string(let text): text.contains(" ") ? "\"\(text)\"" : text
        case .bool(let flag): "\(flag)"
        case .int32(let number): "\(number)"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        default: "\(value)"
        }
    }
}
