import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C5 C15 Pipes of machines")
struct PipeTests {
    /// The number of events through a pipe of one machine.
    private static let events = Effort.size(10_000)

    /// Checks the output of a pipe.
    private final class Sink: Sendable {
        private let content = Guarded((count: 0, isInOrder: true))

        /// The number of parcels.
        var count: Int { content.withLock { $0.count } }
        var isInOrder: Bool { content.withLock { $0.isInOrder } }

        func receive(_ parcel: Parcel) -> Int {
            content.withLock { content in
                content.isInOrder = content.isInOrder && parcel.number == content.count
                content.count += 1
                return content.count
            }
        }
    }

    @Test(
        "C15 Suspending pipes lose nothing, keep the order, and use memory in proportion to their depth",
        arguments: [(1, Self.events), (10, Self.events / 10), (100, Self.events / 100)])
    func suspending(depth: Int, count: Int) async throws {
        let pipe = Pipe<SuspendingStage>(depth: depth)
        let sink = Sink()
        async let stages: Void = pipe.run { parcel in
            await Task.yield()
            _ = sink.receive(parcel)
        }
        let source = pipe.proxies[0]
        var ahead = 0
        for number in 0..<count {
            try await source.send(Parcel(number, isLast: number == count - 1, in: pipe.ledger))
            ahead = max(ahead, number + 1 - sink.count)
        }
        try await stages
        #expect(sink.count == count)
        #expect(sink.isInOrder)
        // A sent event has left the pipe when its sender continues, so nothing is stored on the way.
        #expect(ahead <= 0)
        #expect(pipe.ledger.peaks.allSatisfy { $0 <= 2 }, "\(pipe.ledger.peaks)")
        #expect(pipe.ledger.live == 0)
    }

    @Test("C15 The slowest consumer determines the rate of the source", .interleaved, arguments: [1, 10, 100])
    func pace(depth: Int) async throws {
        let pipe = Pipe<SuspendingStage>(depth: depth)
        let (gate, sink, sent) = (Gate<Void>("the end of the pipe"), Sink(), Counter())
        async let stages: Void = pipe.run { parcel in
            try await gate.wait()
            _ = sink.receive(parcel)
        }
        async let source: Void = {
            for number in 0..<20 {
                sent.increment()
                try await pipe.proxies[0].send(Parcel(number, isLast: number == 19, in: pipe.ledger))
            }
        }()
        for number in 1...20 {
            await idle()
            #expect(sent.value == number, "\(sent.value) were sent while \(sink.count) came out")
            #expect(sink.count == number - 1)
            gate.letThrough()
        }
        _ = try await (stages, source)
        #expect(sink.count == 20 && sink.isInOrder)
        #expect(pipe.ledger.peaks.allSatisfy { $0 <= 2 })
    }

    @Test(
        "C13 Buffered pipes lose nothing and keep the order while the source waits for outputs",
        arguments: [(1, Self.events), (10, Self.events / 10), (100, Self.events / 100)])
    func buffered(depth: Int, count: Int) async throws {
        let burst = 8
        let pipe = Pipe<BufferedStage>(depth: depth, bufferSize: burst)
        let sink = Sink()
        let (arrivals, arrived) = AsyncStream<Int>.makeStream()
        async let stages: Void = pipe.run { parcel in
            await Task.yield()
            let count = sink.receive(parcel)
            if count % burst == 0 { arrived.yield(count) }
        }
        var arrivalsSoFar = arrivals.makeAsyncIterator()
        for number in 0..<count {
            if number > 0, number % burst == 0 { _ = await arrivalsSoFar.next() }
            try pipe.proxies[0].send(Parcel(number, isLast: number == count - 1, in: pipe.ledger))
        }
        try await stages
        #expect(sink.count == count)
        #expect(sink.isInOrder)
        // A full buffer, and one event in progress before and one after it.
        #expect(pipe.ledger.peaks.allSatisfy { $0 <= burst + 2 }, "\(pipe.ledger.peaks)")
        #expect(pipe.ledger.live == 0)
    }
}
