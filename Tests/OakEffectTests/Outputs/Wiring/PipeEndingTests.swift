import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8 C13 Ends of pipes")
struct PipeEndingTests {
    /// Runs a stage up to its end.
    private static func outcome<S: Stage & SendableMetatype>(
        of stage: S.Type, _ proxy: S.Proxy, into next: some Subject<Parcel>
    ) async -> Result<Int, any Error> {
        do {
            return .success(try await S.run(initialState: StageState(number: 0), proxy: proxy, output: next).number)
        } catch {
            return .failure(error)
        }
    }

    /// Records parcels, each after a gate has been opened.
    private static func recording(in received: Recorder<Int>, _ gate: Gate<Void>) -> Callback<Parcel> {
        Callback { (parcel: Parcel) async throws in
            try await gate.wait()
            received.record(parcel.number)
        }
    }

    private static func error(_ outcome: Result<Int, any Error>) -> TransducerError? {
        guard case .failure(let error) = outcome else { return nil }
        return error as? TransducerError
    }

    @Test("C13 A buffered input that overflows ends the producer, and no accepted event is lost", .interleaved)
    func overflow() async throws {
        let ledger = Ledger(stages: 2)
        let (producer, consumer) = (BufferedStage.Proxy(bufferSize: 20), BufferedStage.Proxy(bufferSize: 4))
        let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
        async let consuming = Self.outcome(of: BufferedStage.self, consumer, into: Self.recording(in: received, gate))
        try producer.send(Parcel(0, in: ledger))
        async let producing = Self.outcome(of: BufferedStage.self, producer, into: consumer.input)
        await idle()
        try producer.send(contentsOf: (1..<20).map { Parcel($0, in: ledger) })
        let outcome = await producing
        #expect(Self.error(outcome) == .bufferOverflow)
        #expect(received.values == [])
        gate.open()
        await idle()
        // One was at work, and as many waited as there is room for.
        #expect(received.values == Array(0...4))
        consumer.cancel()
        #expect(Self.error(await consuming) == .cancelled)
    }

    @Test("C8 The end of a consumer ends a suspending producer")
    func consumerEndsPatient() async throws {
        try await consumerEnds(SuspendingStage.self) { try await $0.send($1) }
    }

    @Test("C8 The end of a consumer ends a buffered producer", .interleaved)
    func consumerEndsBuffered() async throws {
        try await consumerEnds(BufferedStage.self) { try $0.send($1) }
    }

    private func consumerEnds<S: Stage & SendableMetatype>(
        _ stage: S.Type, send: @escaping @Sendable (S.Proxy, Parcel) async throws -> Void
    ) async throws where S.Proxy: Sendable {
        let ledger = Ledger(stages: 2)
        let (producer, consumer) = (S.Proxy(), S.Proxy())
        let received = Recorder<Int>()
        async let consuming = Self.outcome(
            of: S.self, consumer, into: Callback { (parcel: Parcel) in received.record(parcel.number) })
        async let producing = Self.outcome(of: S.self, producer, into: Link<S>(consumer: consumer))
        for number in 0..<3 {
            try await send(producer, Parcel(number, in: ledger))
            await idle()
        }
        try await send(consumer, Parcel(3, isLast: true, in: ledger))
        #expect((try? await consuming.get()) == 3)
        try? await send(producer, Parcel(4, in: ledger))
        let outcome = await producing
        #expect(Self.error(outcome) == .terminated)
        #expect(received.values == [0, 1, 2, 3])
    }

    /// The input of a consumer of either kind.
    private struct Link<S: Stage>: Subject {
        let consumer: S.Proxy

        func send(_ value: Parcel, isolated systemActor: isolated any Actor) async throws {
            try await S.end(of: consumer).send(value, isolated: systemActor)
        }
    }

    @Test("C8 Events in a pipe are processed after its source has ended", .interleaved)
    func sourceEnds() async throws {
        let ledger = Ledger(stages: 2)
        let (producer, consumer) = (BufferedStage.Proxy(bufferSize: 8), BufferedStage.Proxy(bufferSize: 8))
        let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
        async let consuming = Self.outcome(of: BufferedStage.self, consumer, into: Self.recording(in: received, gate))
        try producer.send(contentsOf: (0..<5).map { Parcel($0, isLast: $0 == 4, in: ledger) })
        let produced = await Self.outcome(of: BufferedStage.self, producer, into: consumer.input)
        #expect((try? produced.get()) == 4)
        #expect(received.values == [])
        gate.open()
        let consumed = await consuming
        #expect((try? consumed.get()) == 4)
        #expect(received.values == Array(0..<5))
    }

    @Test("C12 A producer that is cancelled while it waits ends at once, and its consumer continues", .interleaved)
    func producerCancelled() async throws {
        let ledger = Ledger(stages: 2)
        let (producer, consumer) = (SuspendingStage.Proxy(), SuspendingStage.Proxy())
        let (gate, received) = (Gate<Void>("the consumer"), Recorder<Int>())
        async let consuming = Self.outcome(of: SuspendingStage.self, consumer, into: Self.recording(in: received, gate))
        async let producing = Self.outcome(of: SuspendingStage.self, producer, into: consumer.input)
        async let sending: Void? = try? producer.send(Parcel(0, in: ledger))
        await idle()
        producer.cancel()
        let outcome = await producing
        #expect(Self.error(outcome) == .cancelled)
        #expect(await sending == nil)
        gate.open()
        try await consumer.send(Parcel(1, isLast: true, in: ledger))
        _ = await consuming
        #expect(received.values == [0, 1])
    }
}
