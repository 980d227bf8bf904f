import Foundation
public import Oak

/// An observer that remembers a run, and gives a ``Trace`` of it afterwards.
///
/// ```swift
/// let recorder = TraceRecorder(of: Counter.self)
/// async let total = Counter.run(initialState: .init(), proxy: proxy, observer: recorder)
/// try proxy.send(.finish)
/// print(try await total, recorder.trace)
/// ```
///
/// While the machine runs, nothing is formatted: values are kept as they are. A recorder is `Sendable` if states, events and
/// outputs are, and can be read at any time. With others it is read where the machine runs: after the run, or in between
/// on the machine's own actor. States, events and outputs that are classes are described as they are when the trace is made.
///
/// A recorder keeps everything there was: use it for runs that end. Several runs of one machine, one after the other,
/// give one trace.
public final class TraceRecorder<T: ExecutableTransducer, State, Event, Output>: TransducerObserver {
    // Callers hold the lock, which is stricter than what the runtime would check.
    @exclusivity(unchecked) @usableFromInline
    var occurrences: [Occurrence<T.State, T.Event, T.Output>] = []
    private var hasReportedMisuse = false
    private let lock = NSLock()

    private let describeState: @Sendable (T.State) -> State
    private let describeEvent: @Sendable (T.Event) -> Event
    private let describeOutput: @Sendable (T.Output) -> Output?
    private let site: CallSite

    private init(
        capacity: Int, state: @escaping @Sendable (T.State) -> State,
        event: @escaping @Sendable (T.Event) -> Event,
        output: @escaping @Sendable (T.Output) -> Output?, site: CallSite
    ) {
        describeState = state
        describeEvent = event
        describeOutput = output
        self.site = site
        occurrences.reserveCapacity(max(0, capacity))
    }

    /// Remembers what happens.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    public func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        if let occurrence = occurrence as? Occurrence<T.State, T.Event, T.Output> {
            // Not in a closure: the array is appended to as the client's types have it.
            acquire()
            occurrences.append(occurrence)
            release()
        } else {
            reportMisuse(Occurrence<S, E, O>.self)
        }
    }

    @usableFromInline func acquire() { lock.lock() }
    @usableFromInline func release() { lock.unlock() }

    @usableFromInline
    func reportMisuse(_ type: Any.Type) {
        let isFirst = lock.withLock {
            defer { hasReportedMisuse = true }
            return !hasReportedMisuse
        }
        guard isFirst else { return }
        report(
            """
            A recorder of \(T.self) is the observer of another machine, one with \(type); nothing of it is recorded.
            Create the recorder with the transducer that is run: TraceRecorder(of: …).
            """, at: site)
    }

    /// What has happened so far.
    ///
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public var trace: Trace<State, Event, Output> {
        Trace(
            transducer: sourceText(ofType: T.self),
            // Described outside of the lock: the functions are the user's.
            entries: lock.withLock { occurrences }.compactMap {
                Trace.Entry($0, state: describeState, event: describeEvent, output: describeOutput)
            })
    }
}

// What changes is behind the lock.
extension TraceRecorder: @unchecked Sendable where T.State: Sendable, T.Event: Sendable, T.Output: Sendable {}

extension TraceRecorder {
    /// Records states, events and outputs as they are.
    ///
    /// - Parameters:
    ///   - transducer: The machine that is going to run.
    ///   - capacity: For how many entries memory is reserved; there may be more. An event makes three or more.
    @_disfavoredOverload
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where State == T.State, Event == T.Event, Output == T.Output {
        self.init(
            capacity: capacity, state: { $0 }, event: { $0 }, output: { $0 is Void ? nil : $0 },
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records states and events as they are, for a machine without outputs.
    ///
    /// - Parameters:
    ///   - transducer: The machine that is going to run.
    ///   - capacity: For how many entries memory is reserved; there may be more. An event makes three or more.
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where State == T.State, Event == T.Event, Output == NoOutput, T.Output == Void {
        self.init(
            capacity: capacity, state: { $0 }, event: { $0 }, output: { nil },
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records what functions make of states, events and outputs: for types that cannot be stored, or hold too much.
    ///
    /// - Parameters:
    ///   - transducer: The machine that is going to run.
    ///   - capacity: For how many entries memory is reserved; there may be more. An event makes three or more.
    ///   - state: What the trace is to contain for a state. The functions are called when the trace is made.
    ///   - event: What the trace is to contain for an event.
    ///   - output: What the trace is to contain for an output; not called if it is `Void`.
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024, state: @escaping @Sendable (T.State) -> State,
        event: @escaping @Sendable (T.Event) -> Event, output: @escaping @Sendable (T.Output) -> Output,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(
            capacity: capacity, state: state, event: event, output: { $0 is Void ? nil : output($0) },
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records what functions make of states and events, for a machine without outputs.
    ///
    /// - Parameters:
    ///   - transducer: The machine that is going to run.
    ///   - capacity: For how many entries memory is reserved; there may be more. An event makes three or more.
    ///   - state: What the trace is to contain for a state. The functions are called when the trace is made.
    ///   - event: What the trace is to contain for an event.
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024, state: @escaping @Sendable (T.State) -> State,
        event: @escaping @Sendable (T.Event) -> Event,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Output == NoOutput, T.Output == Void {
        self.init(
            capacity: capacity, state: state, event: event, output: { nil },
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Records states, events and outputs as text, as a test would write them: for every machine.
    ///
    /// - Parameters:
    ///   - transducer: The machine that is going to run.
    ///   - capacity: For how many entries memory is reserved; there may be more. An event makes three or more.
    public convenience init(
        describing transducer: T.Type, capacity: Int = 1024,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where State == SourceLiteral, Event == SourceLiteral, Output == SourceLiteral {
        self.init(
            capacity: capacity, state: { SourceLiteral(of: $0) }, event: { SourceLiteral(of: $0) },
            output: { $0 is Void ? nil : SourceLiteral(of: $0) },
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
