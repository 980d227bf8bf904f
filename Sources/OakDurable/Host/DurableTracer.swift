import Foundation
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
    func begin(_ step: TracedStep, after origin: TraceOrigin?) -> any DurableSpan

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

/// The span of a macrostep, from its transition until it is durable.
package protocol DurableSpan: Sendable {
    /// Its context as the store keeps it.
    var context: TraceContext { get }
    /// Ends the span, with the error if the macrostep is not durable.
    func end(_ error: DurableError?)
}

/// A tracing context as text, such as the headers of W3C Trace Context.
public typealias TraceContext = [String: String]

/// The span to which other work is due.
package struct TraceOrigin: Sendable {
    package let context: TraceContext
    /// Whether an earlier process has recorded it; work is then linked to it, and begins a trace of its own.
    package let isPast: Bool

    /// - Returns: `nil` for an empty context.
    init?(_ context: TraceContext, isPast: Bool) {
        if context.isEmpty { return nil }
        self.context = context
        self.isPast = isPast
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
    private let lock = NSLock()
    // Guarded by the lock.
    private var beginnings: [InstanceName: [String: (number: Int, origin: TraceOrigin)]] = [:]
    private var answers: [InstanceName: [String: TraceOrigin]] = [:]

    init(_ tracer: any DurableTracer) { self.tracer = tracer }

    /// Notes the activities that an instance has under way.
    ///
    /// - Parameter isPast: Whether they began in another process, unless this one knows better.
    func note(_ activities: [StoredActivity], of name: InstanceName, isPast: Bool) {
        lock.withLock {
            for activity in activities where !activity.hasReturned {
                if beginnings[name]?[activity.name]?.number == activity.number { continue }
                guard let origin = TraceOrigin(activity.context, isPast: isPast) else { continue }
                beginnings[name, default: [:]][activity.name] = (activity.number, origin)
            }
        }
    }

    /// Notes that an instance leaves the memory.
    func forget(_ name: InstanceName) { lock.withLock { (beginnings[name], answers[name]) = (nil, nil) } }

    /// Carries out an operation in a span.
    func perform<Answer>(
        _ key: IdempotencyKey, isRepetition: Bool, _ operation: () async throws -> Answer
    ) async throws -> Answer {
        let beginning = lock.withLock { beginnings[key.instance]?[key.activity] }
        let origin = beginning?.number == key.number ? beginning?.origin : nil
        return try await tracer.perform(
            key, isRepetition: isRepetition, after: origin,
            noting: { context in
                let origin = TraceOrigin(context, isPast: false)
                lock.withLock { answers[key.instance, default: [:]][key.activity] = origin }
            }, operation)
    }

    /// Begins the span of a macrostep, and notes its context in it.
    func begin(
        _ step: inout StoredStep, of name: InstanceName, event: String?, after sender: TraceOrigin?
    ) -> any DurableSpan {
        let origin = sender ?? takeAnswer(for: step.journal.cause, of: name)
        let traced = TracedStep(
            instance: name, number: step.number, cause: step.journal.cause, event: event, isEnd: step.isEnd)
        let span = tracer.begin(traced, after: origin)
        step.journal.context = span.context
        step.activities = step.activities.map { $0.begun(in: span.context) }
        note(step.activities.compactMap(\.value), of: name, isPast: false)
        return span
    }

    private func takeAnswer(for cause: JournalEntry.Cause, of name: InstanceName) -> TraceOrigin? {
        switch cause {
        case .activity(let activity?), .activityReturned(let activity):
            lock.withLock { answers[name]?.removeValue(forKey: activity) }
        case .event, .unexpectedEvent, .deadline, .activity(nil), .revision: nil
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
        let event = ticket.flatMap { try? Codec.decode(Machine.Event.self, from: $0.data) } ?? step.event
        return event.map { nameWithoutValues(of: $0) }
    }
}
