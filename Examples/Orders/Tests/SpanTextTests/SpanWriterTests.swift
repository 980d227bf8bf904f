import Foundation
import SpanText
import Testing
import Tracing

/// The lines of a tracer.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }
    func write(_ line: String) { lock.withLock { lines.append(line) } }
}

private struct Headers: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
}

@Suite("Spans as lines")
struct SpanWriterTests {
    private let lines = Lines()
    private var tracer: SpanWriter { SpanWriter { [lines] in lines.write($0) } }

    private func field(_ name: String, of line: String) -> String? {
        line.split(separator: " ").first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    @Test("A child has the trace of its parent, and an error is written")
    func children() throws {
        struct Broken: Error {}
        try? tracer.withSpan("outer") { _ in
            try tracer.withSpan("inner") { span in
                span.attributes["word"] = "two words"
                throw Broken()
            }
        }
        let (inner, outer) = (lines.all[0], lines.all[1])
        #expect(field("trace", of: inner) == field("trace", of: outer))
        #expect(field("parent", of: inner) == field("id", of: outer))
        #expect(field("parent", of: outer) == nil)
        #expect(inner.contains("error=\"Broken()\"") && inner.contains("word=\"two words\""))
    }

    @Test("The header of W3C Trace Context goes in and out, and an invalid one is left out")
    func headers() {
        var context = ServiceContext.topLevel
        let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        tracer.extract(["traceparent": header], into: &context, using: Headers())
        var carrier: [String: String] = [:]
        tracer.inject(context, into: &carrier, using: Headers())
        #expect(carrier == ["traceparent": header])
        for wrong in [
            "", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", "ff" + header.dropFirst(2),
            "00-00000000000000000000000000000000-b7ad6b7169203331-01", header.replacingOccurrences(of: "a", with: "g"),
        ] {
            var context = ServiceContext.topLevel
            tracer.extract(["traceparent": wrong], into: &context, using: Headers())
            #expect(context.isEmpty, "\(wrong)")
        }
    }

    @Test("A span is written once, with its links")
    func once() {
        let linked = tracer.startSpan("linked")
        let span = tracer.startSpan("one", context: .topLevel)
        span.addLink(SpanLink(context: linked.context, attributes: [:]))
        span.end()
        span.end()
        linked.end()
        #expect(lines.all.count == 2)
        let place = "\(field("trace", of: lines.all[1]) ?? "")-\(field("id", of: lines.all[1]) ?? "")"
        #expect(field("links", of: lines.all[0]) == place)
    }
}
