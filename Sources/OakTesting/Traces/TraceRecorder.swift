public import Oak
import OakGraph

/// An observer that records a run as a ``Trace``.
///
/// ```swift
/// let recorder = TraceRecorder(of: Counter.self)
/// async let total = Counter.run(initialState: .init(), proxy: proxy, observer: recorder)
/// try proxy.send(.finish)
/// print(try await total, recorder.trace)
/// ```
///
/// While the machine runs, nothing is formatted: values are stored as they are. A recorder is `Sendable` if states,
/// events and outputs are, and can then be read at any time. Otherwise read it where the machine runs: after the run,
/// or during it on the machine's own actor. States, events and outputs that are classes are described as they are when
/// the trace is made.
///
/// A recorder keeps all entries: use it for runs that end. Several runs of one machine, one after the other, produce
/// one trace.
public final class TraceRecorder<T: ExecutableTransducer, Output>: TransducerObserver {
    // Callers hold the lock, which is stricter than the runtime's check.
    @exclusivity(unchecked) @usableFromInline
    var occurrences: [Occurrence<T.State, T.Event, T.Output>] = []
    private var hasReportedMisuse = false
    @usableFromInline let lock = Lock()

    private let site: CallSite

    private init(capacity: Int, at site: CallSite) {
        self.site = site
        occurrences.reserveCapacity(max(0, capacity))
    }

    /// Records an occurrence.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable public func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        if let occurrence = occurrence as? Occurrence<T.State, T.Event, T.Output> {
            // Inlined code appends to the array with the client's concrete types.
            lock.withLock { occurrences.append(occurrence) }
        } else {
            reportMisuse(Occurrence<S, E, O>.self)
        }
    }

    @usableFromInline func reportMisuse(_ type: Any.Type) {
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

    /// The run so far.
    ///
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public var trace: Trace<T.State, T.Event, Output> {
        Trace(
            transducer: sourceText(ofType: T.self),
            entries: lock.withLock { occurrences }.compactMap { Trace.Entry($0) })
    }

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - transducer: The machine to record.
    ///   - capacity: The number of entries to reserve memory for; there may be more. An event makes three or more.
    @_disfavoredOverload
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Output == T.Output {
        self.init(capacity: capacity, at: CallSite(fileID, filePath, line, column))
    }

    /// Creates a recorder of a machine without outputs.
    ///
    /// - Parameters:
    ///   - transducer: The machine to record.
    ///   - capacity: The number of entries to reserve memory for; there may be more. An event makes three or more.
    public convenience init(
        of transducer: T.Type, capacity: Int = 1024,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where Output == NoOutput, T.Output == Void {
        self.init(capacity: capacity, at: CallSite(fileID, filePath, line, column))
    }
}

// All mutable state is behind the lock.
extension TraceRecorder: @unchecked Sendable where T.State: Sendable, T.Event: Sendable, T.Output: Sendable {}

extension Trace.Entry {
    /// Describes an occurrence; `nil` for an output that is `Void`, which has no entry.
    init?<Result>(_ occurrence: Occurrence<State, Event, Result>) {
        switch occurrence {
        case .runStarted(let state): self = .runStarted(state)
        case .eventTaken(let event, let origin): self = .eventTaken(event, from: origin)
        case .transition(_, _, let state): self = .transition(to: state)
        case .eventPostponed: self = .eventPostponed
        case .eventUnexpected(_, let child): self = .eventUnexpected(child: child.map(\.description))
        case .output(let output):
            guard let output = output as? Output else { return nil }
            self = .output(output)
        case .effectStarted(let effect): self = .effect(TracedEffect(effect), .started)
        case .effectEnded(let effect, let error):
            self = .effect(TracedEffect(effect), .ended(error: error.map { String(describing: $0) }))
        case .effectCancelled(let effect, let reason): self = .effect(TracedEffect(effect), .cancelled(reason))
        case .effectOverdue(let effect): self = .effect(TracedEffect(effect), .overdue)
        case .sendRejected(let event, let error): self = .sendRejected(event, error: String(describing: error))
        case .runEnded(.success(let output)): self = .runEnded(output as? Output)
        case .runEnded(.failure(let error)): self = .runFailed(error: String(describing: error))
        }
    }
}

extension TracedEffect {
    init(_ summary: EffectSummary) {
        self.init(
            kind: summary.kind, id: summary.id?.sourceText, number: summary.number, isActivity: summary.isActivity)
    }
}
