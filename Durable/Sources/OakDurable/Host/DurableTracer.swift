import Oak

/// Makes the spans of a host.
package protocol DurableTracer: Sendable {
    /// The context of the calling task as the store keeps it; empty without one.
    func contextOfTask() -> TraceContext

    /// Begins the span of a macrostep.
    ///
    /// - Parameters:
    ///   - step: The macrostep.
    ///   - origin: The span to which it owes its event, if there is one.
    func begin(_ step: TracedStep, after origin: TraceOrigin?) -> DurableSpan

    /// Carries out an operation of an activity in a span.
    ///
    /// - Parameters:
    ///   - key: The key of the operation.
    ///   - isRepetition: Whether the activity began in an earlier run.
    ///   - origin: The span of the macrostep that has begun the activity, if there is one.
    ///   - noteContext: Receives the context of the span.
    ///   - operation: The operation.
    func perform<Answer>(
        _ key: IdempotencyKey, isRepetition: Bool, after origin: TraceOrigin?,
        noting noteContext: (TraceContext) -> Void, _ operation: () async throws -> Answer
    ) async throws -> Answer
}

/// The span of a macrostep, from its transition until it is durable: its context as the store keeps it, and its end.
package typealias DurableSpan = (context: TraceContext, end: @Sendable (StepOutcome) -> Void)

/// The answer of the store to a macrostep.
package enum StepOutcome: Sendable {
    case durable
    /// The instance was cancelled, or has made other macrosteps; its event is processed again if need be.
    case refused
    case failed(DurableError)

    init(_ answer: Result<StoreAnswer, DurableError>) {
        self =
            switch answer {
            case .success(.done), .success(.sent): .durable
            case .success: .refused
            case .failure(let error): .failed(error)
            }
    }
}

/// A tracing context as text, such as the headers of W3C Trace Context.
public typealias TraceContext = [String: String]

/// The span to which other work is due.
package struct TraceOrigin: Sendable {
    package let context: TraceContext
    /// Whether an earlier process has recorded it; work is then linked to it, and begins a trace of its own.
    package let isPast: Bool

    /// - Parameters:
    ///   - context: A context with the generation of the lease under which it was recorded.
    ///   - generation: That of the present lease.
    /// - Returns: `nil` for an empty context.
    init?(_ context: TraceContext, generation: Int) {
        if context.isEmpty { return nil }
        self.context = context
        isPast = context[Self.generation] != "\(generation)"
    }

    /// The name beside those of the tracer under which a context has the generation.
    private static let generation = "oak-generation"

    /// The context with the generation of the lease under which it is recorded.
    static func marked(_ context: TraceContext, generation: Int) -> TraceContext {
        if context.isEmpty { return context }
        return context.merging([Self.generation: "\(generation)"]) { $1 }
    }
}

/// A macrostep of an instance, for its span.
package struct TracedStep: Sendable {
    package let instance: InstanceName
    package let number: Int
    package let cause: JournalEntry.Cause
    /// The name of the event without its values, if there is one.
    package let event: String?
    package let isEnd: Bool
}

/// The contexts of the activities of a host.
final class TracedActivities: @unchecked Sendable {
    let tracer: any DurableTracer
    /// The context of the span of the operation that the task carries out, with the generation of the lease.
    @TaskLocal static var context: TraceContext?

    private let lock = Lock()
    // Guarded by the lock.
    private var beginnings: [InstanceName: [String: (number: Int, origin: TraceOrigin)]] = [:]
    private var answers: [InstanceName: [String: TraceOrigin]] = [:]

    init(_ tracer: any DurableTracer) { self.tracer = tracer }

    /// Notes the activities that an instance has under way.
    ///
    /// - Parameters:
    ///   - activities: The activities.
    ///   - name: The name of the instance.
    ///   - generation: The generation of the present lease.
    func note(_ activities: [StoredActivity], of name: InstanceName, generation: Int) {
        lock.withLock { for activity in activities { note(activity, of: name, generation) } }
    }

    /// Called under the lock.
    private func note(_ activity: StoredActivity, of name: InstanceName, _ generation: Int) {
        let origin = activity.hasReturned ? nil : TraceOrigin(activity.context, generation: generation)
        guard let origin else { return forget(activity.name, of: name) }
        beginnings[name, default: [:]][activity.name] = (activity.number, origin)
    }

    /// Called under the lock.
    private func forget(_ activity: String, of name: InstanceName) { beginnings[name]?[activity] = nil }

    /// Notes that an instance leaves the memory.
    func forget(_ name: InstanceName) { lock.withLock { (beginnings[name], answers[name]) = (nil, nil) } }

    /// Carries out an operation in a span.
    func perform<Answer>(
        _ key: IdempotencyKey, isRepetition: Bool, generation: Int, _ operation: () async throws -> Answer
    ) async throws -> Answer {
        let beginning = lock.withLock { beginnings[key.instance]?[key.activity] }
        let origin = beginning?.number == key.number ? beginning?.origin : nil
        var context: TraceContext = [:]
        return try await tracer.perform(
            key, isRepetition: isRepetition, after: origin,
            noting: {
                context = TraceOrigin.marked($0, generation: generation)
                let origin = TraceOrigin(context, generation: generation)
                lock.withLock { answers[key.instance, default: [:]][key.activity] = origin }
            }
        ) {
            try await Self.$context.withValue(context, operation: operation)
        }
    }

    /// Begins the span of a macrostep, and notes its context in it.
    func begin(
        _ step: inout StoredStep, of name: InstanceName, event: String?, after sender: TraceOrigin?, generation: Int
    ) -> DurableSpan {
        let origin = sender ?? takeAnswer(for: step.journal.cause, of: name)
        let traced = TracedStep(
            instance: name, number: step.number, cause: step.journal.cause, event: event, isEnd: step.isEnd)
        let span = tracer.begin(traced, after: origin)
        let context = TraceOrigin.marked(span.context, generation: generation)
        step.journal.context = context
        step.activities = step.activities.map { $0.begun(in: context) }
        for index in step.messages.indices { step.messages[index].context = context }
        lock.withLock {
            for change in step.activities {
                switch change {
                case .set(let activity): note(activity, of: name, generation)
                case .removed(let activity):
                    forget(activity, of: name)
                    answers[name]?[activity] = nil
                }
            }
        }
        return span
    }

    private func takeAnswer(for cause: JournalEntry.Cause, of name: InstanceName) -> TraceOrigin? {
        switch cause {
        case .activity(let activity?), .activityReturned(let activity):
            lock.withLock { answers[name]?.removeValue(forKey: activity) }
        case .event, .unexpectedEvent, .deadline, .activity(nil), .revision, .patch: nil
        }
    }
}

extension NamedChange<StoredActivity> {
    fileprivate func begun(in context: TraceContext) -> Self {
        guard case .set(var activity) = self, !activity.hasReturned else { return self }
        activity.context = context
        return .set(activity)
    }
}

extension StepRecord {
    /// The name of the event that began the macrostep, without its values.
    func eventName(_ ticket: Ticket?) -> String? {
        if let event = ticket?.event { return nameWithoutValues(of: event) }
        let stored = ticket.flatMap { ticket in
            ticket.version == Machine.machineVersion ? try? Codec.decode(Machine.Event.self, from: ticket.data) : nil
        }
        let event = stored ?? step.event
        return event.map { nameWithoutValues(of: $0) }
    }
}
