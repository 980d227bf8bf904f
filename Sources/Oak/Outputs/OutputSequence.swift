/// A subject whose outputs are read with `for try await`.
///
/// Nothing is buffered: an output is handed over when it is asked for, and the machine waits until then. The
/// sequence ends when the run ends, and throws what the run throws.
///
/// ```swift
/// let counts = OutputSequence<Int>()
/// let run = Task { try await Counter.run(initialState: .init(), proxy: proxy, output: counts) }
/// for try await count in counts where count > 9 { break }
/// _ = await run.result
/// ```
///
/// When everyone who has read from the sequence has gone away, the next output ends the run with
/// ``TransducerError/outputAbandoned``. A sequence that is never read holds the machine up at its first
/// output, until it is cancelled.
public final class OutputSequence<Value: Sendable>: Sendable {
    let rendezvous = Rendezvous<Value>()

    /// Creates a sequence for one run.
    public init() {}
}

extension OutputSequence: Subject {
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        try await rendezvous.offer(value)
    }

    public func finish(throwing error: (any Error)?) {
        rendezvous.finish(throwing: error)
    }
}

/// A subject that tells the run that uses it from one that is refused before it begins.
@usableFromInline
protocol ClaimedOutlet {
    /// Announces a run that is about to begin.
    func claim()

    /// Ends the announcement of a run that was refused; without any other run nothing will come.
    func release(throwing error: any Error)
}

extension OutputSequence: ClaimedOutlet {
    @usableFromInline
    func claim() { rendezvous.addRun() }

    @usableFromInline
    func release(throwing error: any Error) { rendezvous.removeRun(throwing: error) }
}

extension OutputSequence: AsyncSequence {
    /// Reads outputs, one at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: Reader

        init(reader: Reader) { self.reader = reader }

        /// Waits for the next output.
        ///
        /// - Returns: The output, or `nil` when the run has ended or the calling task is cancelled.
        /// - Throws: What the run has thrown.
        public mutating func next() async throws -> Value? {
            try await reader.rendezvous.take()
        }

        /// Waits for the next output, on the actor of the caller.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The output, or `nil` when the run has ended or the calling task is cancelled.
        /// - Throws: What the run has thrown.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Value? {
            try await reader.rendezvous.take()
        }
    }

    /// Stands for an iterator and its copies: when it goes away, nobody reads on.
    final class Reader: Sendable {
        let rendezvous: Rendezvous<Value>

        init(_ rendezvous: Rendezvous<Value>) {
            self.rendezvous = rendezvous
            rendezvous.addReader()
        }

        deinit { rendezvous.removeReader() }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: Reader(rendezvous))
    }
}
