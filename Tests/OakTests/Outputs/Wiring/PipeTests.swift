import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C5 C15 Pipes of machines", .timeLimit(.minutes(20)))
struct PipeTests {
    /// The number of events through a pipe of one machine; fewer under the slow thread sanitizer.
    private static let events =
        ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil ? 100_000 : 10_000

    /// Takes the output of a pipe, and checks it on arrival.
    private final class Sink: Sendable {
        private let content = Guarded((count: 0, isInOrder: true))

        /// How many came; all in order, with none missing.
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
        "C15 Through suspending pipes nothing is lost, order is kept, and memory is bounded by the depth",
        arguments: [(1, Self.events), (10, Self.events / 10), (100, Self.events / 100)])
    func suspending(depth: Int, count: Int) async throws {
        let pipe = Pipe<PatientStage>(depth: depth)
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
        // A sent event has come out when the sender goes on: nothing is stored on the way.
        #expect(ahead <= 0)
        #expect(pipe.ledger.peaks.allSatisfy { $0 <= 2 }, "\(pipe.ledger.peaks)")
        #expect(pipe.ledger.live == 0)
    }

    @Test("C15 The slowest consumer sets the pace at the source", arguments: [1, 10, 100])
    func pace(depth: Int) async throws {
        try await interleave(seed: 1) {
            let pipe = Pipe<PatientStage>(depth: depth)
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
                await DeterministicExecutor.current?.idle()
                expectThat(sent.value == number, "\(sent.value) were sent while \(sink.count) came out")
                expectThat(sink.count == number - 1)
                gate.letThrough()
            }
            _ = try await (stages, source)
            expectThat(sink.count == 20 && sink.isInOrder)
            expectThat(pipe.ledger.peaks.allSatisfy { $0 <= 2 }, "\(pipe.ledger.peaks)")
        }
    }

    @Test(
        "C13 Through buffered pipes nothing is lost and order is kept, as long as the source waits for what comes out",
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
        // A full buffer, what is at work in front of it and behind it.
        #expect(pipe.ledger.peaks.allSatisfy { $0 <= burst + 2 }, "\(pipe.ledger.peaks)")
        #expect(pipe.ledger.live == 0)
    }

    @Test("C5 A machine has one macrostep under way, however many events wait for it", arguments: [1, 10])
    func oneMacrostepAtATime(depth: Int) async {
        await explore(seeds: 1...50) {
            let pipe = Pipe<PatientStage>(depth: depth)
            let (under, most) = (Counter(), Recorder<Int>())
            async let stages: Void = pipe.run { _ in
                under.increment()
                most.record(under.value)
                await Task.yield()
                under.decrement()
            }
            try await withThrowingTaskGroup { senders in
                for sender in 0..<4 {
                    senders.addTask {
                        for number in 0..<3 {
                            try await pipe.proxies[0].send(Parcel(number, from: sender, in: pipe.ledger))
                        }
                    }
                }
                try await senders.waitForAll()
            }
            try await pipe.proxies[0].send(Parcel(0, isLast: true, in: pipe.ledger))
            try await stages
            expectThat(most.values == Array(repeating: 1, count: 13), "\(most.values)")
            // The events of four senders wait at the source; behind it they pass one at a time.
            expectThat(pipe.ledger.peaks.dropFirst().allSatisfy { $0 <= 2 }, "\(pipe.ledger.peaks)")
        }
    }
}
