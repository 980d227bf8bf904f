/// A subject whose outputs are read with `for try await`.
///
/// Nothing is buffered: the machine waits until the reader asks for an output. The sequence ends when the run ends, and
/// throws the error that the run throws.
///
/// ```swift
/// let counts = OutputSequence<Int>()
/// let run = Task { try await Counter.run(initialState: .init(), proxy: proxy, output: counts) }
/// for try await count in counts where count > 9 { break }
/// _ = await run.result
/// ```
///
/// Once all readers of the sequence are gone, the next output ends the run with ``TransducerError/outputAbandoned``. A
/// sequence that is never read holds the machine up at its first output until the machine is cancelled.
public final class OutputSequence<Value: Sendable>: Sendable {
    let rendezvous = Rendezvous<Value>()

    /// Creates a sequence for one run.
    public init() {}
}

extension OutputSequence: Subject {
    @_documentation(visibility: internal)
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        try await rendezvous.offer(value)
    }

    @_documentation(visibility: internal)
    public func finish(throwing error: (any Error)?) {
        rendezvous.finish(throwing: error)
    }

    @_documentation(visibility: internal)
    public func begin() { rendezvous.addRun() }

    @_documentation(visibility: internal)
    public func withdraw(throwing error: any Error) { rendezvous.removeRun(throwing: error) }
}

extension OutputSequence: AsyncSequence {
    /// An iterator that reads one output at a time.
    @_documentation(visibility: internal) public struct AsyncIterator: AsyncIteratorProtocol {
        private let reader: Reader

        init(reader: Reader) { self.reader = reader }

        /// Waits for the next output.
        ///
        /// - Returns: The output, or `nil` when the run has ended or the calling task is cancelled.
        /// - Throws: The error that the run threw.
        public mutating func next() async throws -> Value? {
            try await reader.rendezvous.take()
        }

        /// Waits for the next output, on the actor of the caller.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The output, or `nil` when the run has ended or the calling task is cancelled.
        /// - Throws: The error that the run threw.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Value? {
            try await reader.rendezvous.take()
        }
    }

    /// Shared by an iterator and its copies; its deallocation marks the end of reading.
    final class Reader: Sendable {
        let rendezvous: Rendezvous<Value>

        init(_ rendezvous: Rendezvous<Value>) {
            self.rendezvous = rendezvous
            rendezvous.addReader()
        }

        deinit { rendezvous.removeReader() }
    }

    @_documentation(visibility: internal)
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: Reader(rendezvous))
    }
}
