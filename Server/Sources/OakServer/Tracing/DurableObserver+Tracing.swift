#if Server
    import Oak
    public import OakDurable
    public import Tracing

    extension DurableObserver {
        /// Makes a span of each macrostep of a durable host and of each operation of its activities.
        ///
        /// The span of a macrostep lasts until the macrostep is durable. It has the name of the machine and that of the
        /// event or time-out, such as `order pay`, and the attributes `oak.machine`, `oak.instance`, `oak.macrostep`
        /// with its number, `oak.cause`, which is `event`, `unexpected_event`, `deadline`, `activity` or `revision`,
        /// and `oak.event`. It is a child of the span in which the event was sent, or of that of the activity that
        /// has sent it or has answered. `oak.outcome` is `refused` if the store did not take it, because the instance
        /// was cancelled.
        ///
        /// The span of an activity is a child of that of the macrostep, or of the start, that has begun it. It has the
        /// name of the machine and that of the activity, and the attributes `oak.machine`, `oak.instance`,
        /// `oak.activity`, `oak.key` with the idempotency key, and `oak.repetition`. The activity works in it.
        ///
        /// The store keeps the contexts in the inbox, in the journal and with the activities, as the tracer injects
        /// them. An event or an activity that an earlier process has left begins a trace of its own, with a link to
        /// the span that it would be a child of.
        ///
        /// - Parameter tracer: The tracer; by default that of the process.
        public static func tracing(tracer: (any Tracer)? = nil) -> DurableObserver {
            DurableObserver(tracer: HostTracer(tracer: tracer ?? InstrumentationSystem.tracer))
        }
    }

    private struct HostTracer: DurableTracer {
        let tracer: any Tracer

        func contextOfTask() -> TraceContext { ServiceContext.current.map(text) ?? [:] }

        func begin(_ step: TracedStep, after origin: TraceOrigin?) -> DurableSpan {
            let name = step.event ?? step.cause.name
            let span = startSpan("\(step.instance.machine) \(name)", of: step.instance, .consumer, after: origin)
            span.attributes["oak.macrostep"] = step.number
            span.attributes["oak.cause"] = step.cause.label
            if let event = step.event { span.attributes["oak.event"] = event }
            return (
                text(span.context),
                { outcome in
                    switch outcome {
                    case .durable: break
                    case .refused: span.attributes["oak.outcome"] = "refused"
                    case .failed(let error): span.fail(with: error)
                    }
                    span.end()
                }
            )
        }

        func perform<Answer>(
            _ key: IdempotencyKey, isRepetition: Bool, after origin: TraceOrigin?,
            noting noteContext: (TraceContext) -> Void, _ operation: () async throws -> Answer
        ) async throws -> Answer {
            let activity = key.activityLabel
            let span = startSpan("\(key.instance.machine) \(activity)", of: key.instance, .internal, after: origin)
            span.attributes["oak.activity"] = activity
            span.attributes["oak.key"] = "\(key)"
            span.attributes["oak.repetition"] = isRepetition
            noteContext(text(span.context))
            defer { span.end() }
            do {
                return try await ServiceContext.$current.withValue(span.context, operation: operation)
            } catch {
                span.fail(with: Task.isCancelled ? CancellationError() : error)
                throw error
            }
        }

        private func startSpan(
            _ name: String, of instance: InstanceName, _ kind: SpanKind, after origin: TraceOrigin?
        ) -> any Span {
            var context = ServiceContext.topLevel
            if let origin { tracer.extract(origin.context, into: &context, using: TextCarrier()) }
            let isPast = origin?.isPast ?? false
            let span = tracer.startAnySpan(name, context: isPast ? .topLevel : context, ofKind: kind)
            if isPast { span.addLink(SpanLink(context: context, attributes: [:])) }
            span.attributes["oak.machine"] = instance.machine
            span.attributes["oak.instance"] = instance.id
            return span
        }

        private func text(_ context: ServiceContext) -> TraceContext {
            var text: TraceContext = [:]
            tracer.inject(context, into: &text, using: TextCarrier())
            return text
        }
    }

    private struct TextCarrier: Injector, Extractor {
        func inject(_ value: String, forKey key: String, into carrier: inout TraceContext) { carrier[key] = value }
        func extract(key: String, from carrier: TraceContext) -> String? { carrier[key] }
    }

    extension JournalEntry.Cause {
        /// The name of a span without an event.
        fileprivate var name: String {
            switch self {
            case .deadline(let name), .activity(let name?), .activityReturned(let name): name
            case .event, .unexpectedEvent, .activity(nil), .revision, .patch: label
            }
        }
    }
#endif
