public import Foundation

/// Times at which a host sends an event to a durable instance, or starts one.
///
/// ```swift
/// import Foundation
/// import Oak
/// import OakDurable
///
/// enum Report: EffectTransducer, DurableTransducer {
///     enum State: Codable, Hashable, Sendable, Terminable {
///         case due, sent
///         var isTerminal: Bool { self == .sent }
///     }
///     enum Event: Codable, Hashable, Sendable { case done }
///     static let machineName = "report"
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         state = .sent
///         return nil
///     }
/// }
///
/// let berlin = TimeZone(identifier: "Europe/Berlin") ?? .current
/// let host = DurableHost(store: MemoryStore())
/// try await host.register(Report.self)
/// try await host.register(
///     DurableSchedule("nightly-report", .cron("30 3 * * MON-FRI", in: berlin), missed: .once) { time in
///         .start(Report.self, id: DurableID("\(Int(time.timeIntervalSince1970))"), initialState: .due)
///     })
/// try await host.open()
/// await host.close()
/// ```
///
/// At each time, one transaction carries out the message and notes that the schedule has run: the message arrives
/// exactly once, whatever fails and whenever the process ends.
///
/// A schedule that the store does not know yet begins with its next time. From then on the store keeps its last time
/// under its name: a new program goes on from there, also with other times.
public struct DurableSchedule: Sendable {
    /// The name, under which the store keeps the last time.
    public let name: String
    /// The times.
    public let times: ScheduleTimes
    /// The treatment of times that have passed without a run.
    public let missed: MissedRuns
    let message: @Sendable (Date) -> ScheduledMessage

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - name: The name, under which the store keeps the last time. No other schedule of the host has it.
    ///   - times: The times.
    ///   - missed: The treatment of times that have passed without a run; by default one run makes up for all.
    ///   - message: Returns what to do at a time. After an error of the store it is called again with the same time,
    ///     so that it decides by the time alone.
    public init(
        _ name: String, _ times: ScheduleTimes, missed: MissedRuns = .once,
        message: @escaping @Sendable (_ time: Date) -> ScheduledMessage
    ) {
        self.name = name
        self.times = times
        self.missed = missed
        self.message = message
    }
}

/// The treatment of the times of a schedule that have passed without a run.
///
/// A time is missed if the host was not open, or a later time of the schedule has come before the host could run it. A
/// time at which an open host is merely late is not missed. The observer hears how many were skipped.
public enum MissedRuns: Hashable, Sendable {
    /// Missed times have no run.
    case skip
    /// All missed times have one run together, with the latest of them, unless a later time runs anyway.
    case once
    /// Each missed time has a run, in their order; if there are more than a limit, the latest ones.
    case all(limit: Int)
}

/// Something that a schedule does at a time.
public struct ScheduledMessage: Sendable {
    let message: DurableMessage

    /// Sends an event to an instance.
    ///
    /// If the instance does not exist, has ended or was cancelled, the event is lost, and the observer of the host
    /// hears of a problem.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The instance.
    public static func send<Target: DurableTransducer>(
        _ event: Target.Event, to id: DurableID<Target>
    ) -> ScheduledMessage {
        ScheduledMessage(message: .event(event, to: id, refused: Optional<Target.Event>.none))
    }

    /// Starts an instance, unless there is one with this id.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - id: The id of the instance, in which most schedules put the time.
    ///   - initialState: The state to begin in.
    public static func start<Target: DurableTransducer>(
        _ machine: Target.Type, id: DurableID<Target>, initialState: Target.State
    ) -> ScheduledMessage {
        ScheduledMessage(message: .start(id, initialState))
    }
}
