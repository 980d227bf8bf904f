#if Server
    public import Oak
    public import Tracing

    /// Makes spans of what happens in a run; see `tracing(_:events:tracer:)`.
    public struct TracingObserver: TransducerObserver {
        @usableFromInline let spans: RunSpans

        /// Creates an observer of one run.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine; by default that of its type.
        ///   - events: The events whose macrosteps have spans.
        ///   - tracer: The tracer; by default that of the process.
        public init(_ machine: String? = nil, events: TracedEvents = .all, tracer: (any Tracer)? = nil) {
            spans = RunSpans(machine, events, tracer ?? InstrumentationSystem.tracer)
        }

        @_documentation(visibility: internal)
        // Inlined, so that events and states are not copied.
        @inlinable
        public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .eventTaken(let event, let origin):
                if spans.beginsMacrostep(from: origin) { spans.begin(event, from: origin, State.self) }
            case .transition(_, _, let state): if spans.isRecording { spans.note(state) }
            case .output: break
            case .runStarted, .runEnded, .eventPostponed, .eventUnexpected, .effectStarted, .effectEnded,
                .effectCancelled, .effectOverdue, .sendRejected:
                spans.note(occurrence)
            }
        }
    }

    extension TracingObserver: RunInstrument {
        @usableFromInline package func note(_ note: RunNote) { spans.note(note) }

        @usableFromInline package func rest<State>(in state: () -> State) { if spans.isAtWork { spans.rest() } }

        @usableFromInline package func start(_ operation: EffectSummary, _ start: () -> Void) {
            guard let context = spans.context(of: operation) else { return start() }
            ServiceContext.withValue(context, operation: start)
        }

        @usableFromInline package func surround<Result>(_ body: () throws -> Result) rethrows -> Result {
            guard let context = spans.context(of: nil) else { return try body() }
            return try ServiceContext.withValue(context, operation: body)
        }

        @usableFromInline package nonisolated(nonsending) func surround<Result>(
            _ body: nonisolated(nonsending) () async throws -> Result
        ) async rethrows -> Result {
            guard let context = spans.context(of: nil) else { return try await body() }
            return try await ServiceContext.$current.withValue(context, operation: body)
        }
    }

    extension TransducerObserver where Self == TracingObserver {
        /// Makes a span of each macrostep and of each operation.
        ///
        /// The span of a macrostep is a child of the span in which its event was sent. It has the name of the machine
        /// and that of the event, such as `Order pay`, and the attributes `oak.machine`, `oak.event`, and `oak.state`
        /// with the state after it; `oak.outcome` is `postponed` or `unexpected` if the event was. Events of actions
        /// appear as events of the span.
        ///
        /// The span of an operation is a child of that of the macrostep that began it. It has the name of the machine
        /// and that of the operation, and the attribute `oak.effect`. The operation works in it, so that its requests
        /// are children, and so are the macrosteps of its events and its answer. Actions and the receivers of outputs
        /// work in the span of their macrostep.
        ///
        /// The tracer of the process is that at the creation of the observer. Names and attributes have no values that
        /// events or states carry. Events that are sent before the run begins have their spans, too.
        ///
        /// - Parameters:
        ///   - machine: The name of the machine; by default that of its type.
        ///   - events: The events whose macrosteps have spans; by default all.
        ///   - tracer: The tracer; by default that of the process.
        public static func tracing(
            _ machine: String? = nil, events: TracedEvents = .all, tracer: (any Tracer)? = nil
        ) -> TracingObserver { TracingObserver(machine, events: events, tracer: tracer) }
    }

    /// The events whose macrosteps have spans.
    public enum TracedEvents: Sendable {
        /// All events; without a sender in a span, a trace begins.
        case all
        /// The events that were sent where there is a `ServiceContext`, such as in a span, and what follows from them.
        ///
        /// All others cost no call of the tracer.
        case sentInContext
    }
#endif
