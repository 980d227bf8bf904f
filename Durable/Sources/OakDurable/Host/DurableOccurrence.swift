public import Foundation
import Oak

/// Something that has happened in a ``DurableHost``.
///
/// ```swift
/// import OakDurable
///
/// let host = DurableHost(
///     store: MemoryStore(),
///     observer: { occurrence in
///         if occurrence.isProblem { print(occurrence) }
///     })
/// try await host.open()
/// await host.close()
/// ```
///
/// The description is one line for people; of a problem, it says what to do.
public enum DurableOccurrence: Sendable {
    /// The host has taken ownership of a store that belongs to one process.
    case opened(StoreLease)
    /// A host of a store that processes share has been opened, or shards have come from others or gone to them.
    case shardsChanged(own: Int, gained: Int, lost: Int)
    /// All instances that had something to do when the host was opened have been taken up.
    case recovered(instances: Int)
    /// The store cannot be told of what other processes send, and asks each second.
    case asksForArrivals
    /// The host has given up its store.
    case closed

    /// An instance was started.
    case started(InstanceName)
    /// A macrostep of an instance is durable.
    case macrostep(InstanceName, number: Int, cause: JournalEntry.Cause)
    /// An instance that may have ended the process is taken up, with few others or alone, after so many ends of the
    /// process while it was alone.
    case suspected(InstanceName, trials: Int)
    /// An instance was cancelled.
    case cancelled(InstanceName)
    /// An instance that was parked runs again.
    case retried(InstanceName)
    /// Instances that have ended were removed.
    case removed(instances: Int)
    /// Instances that had failed were removed.
    case removedFailed(instances: Int)
    /// An operator has taken a waiting event away from an instance.
    case skipped(InstanceName, EventNumber)
    /// An operator has replaced a waiting event of an instance.
    case edited(InstanceName, EventNumber)
    /// An instance has ended.
    case ended(InstanceName)
    /// The deadline of a time-out has fired, so many seconds after it fell due.
    case deadlineFired(InstanceName, name: String, late: TimeInterval)
    /// A schedule has run for a time, so many seconds after it; its message is durable.
    case scheduled(String, at: Date, late: TimeInterval)
    /// Times of a schedule have passed without a run, as its ``MissedRuns`` say.
    case scheduleSkipped(String, times: Int)
    /// An activity has begun. One that was under way when a host ended is a repetition, also if it waited for a place.
    case activityBegan(IdempotencyKey, isRepetition: Bool)
    /// An activity has ended; the error is `CancellationError` if it was cancelled.
    case activityEnded(IdempotencyKey, (any Error)?)
    /// An attempt of a `.retry` has failed; the next one follows after so many seconds, whatever happens meanwhile.
    case attemptFailed(IdempotencyKey, attempt: Int, any Error, retryAfter: TimeInterval)
    /// The state of an instance was migrated from an older version of its machine.
    case migrated(InstanceName, from: Int)

    /// An error has stopped an instance, which waits for ``DurableHost/retry(_:)-(InstanceName)``.
    case parked(InstanceName, problem: String)
    /// This program cannot run an instance, which is left alone.
    case leftAlone(InstanceName, DurableError)
    /// An instance has sent a message to another one, which does not exist, has ended or was cancelled. The message is
    /// lost.
    case messageRefused(from: InstanceName, to: InstanceName)
    /// A schedule has sent a message to an instance, which does not exist, has ended or was cancelled. The message is
    /// lost.
    case scheduledMessageRefused(String, to: InstanceName)
    /// The message of a schedule for a time cannot be stored, and is lost.
    case scheduleFailed(String, at: Date, DurableError)
    /// The store has failed; the host tries again after so many seconds, or never.
    case storeFailed(DurableError, retryAfter: TimeInterval?)

    /// The work of the host and its backlog, told some time after transactions; see ``DurableSettings/loadInterval``.
    case load(DurableLoad)
    /// The store has so many instances of a machine in each condition, also those of other hosts; told when the host
    /// is opened and closed, and with its load.
    case instances(of: String, [InstanceStatus: Int])

    /// The clock is so many seconds behind the last transaction of the store.
    case clockSetBack(by: TimeInterval)

    /// Changes have become durable, in so many seconds.
    case committed(changes: Int, seconds: TimeInterval)

    /// Whether somebody should look after it.
    public var isProblem: Bool { subject != nil }
}

extension DurableOccurrence: CustomStringConvertible {
    public var description: String {
        switch self {
        case .opened(let lease): "The store is open (generation \(lease.generation))."
        case .shardsChanged(let own, let gained, let lost):
            "The host owns \(own) shards: \(gained) gained, \(lost) handed over."
        case .recovered(0): "No instance was left unfinished."
        case .recovered(1): "An unfinished instance was taken up."
        case .recovered(let count): "\(count) unfinished instances were taken up."
        case .asksForArrivals: "The store asks each second for what other processes have sent: nothing tells it."
        case .closed: "The store is closed."
        case .started(let name): "\(name) has started."
        case .macrostep(let name, let number, let cause): "\(name) has made macrostep \(number), because of \(cause)."
        case .suspected(let name, let trials):
            "\(name) is suspected: a process has ended while it was taken up, alone \(trials) times."
        case .cancelled(let name): "\(name) was cancelled."
        case .retried(let name): "\(name) runs again."
        case .removed(1): "An instance that had ended was removed."
        case .removed(let count): "\(count) instances that had ended were removed."
        case .removedFailed(1): "An instance that had failed was removed."
        case .removedFailed(let count): "\(count) instances that had failed were removed."
        case .skipped(let name, let event): "The waiting event \(event) of \(name) was skipped."
        case .edited(let name, let event): "The waiting event \(event) of \(name) was replaced."
        case .ended(let name): "\(name) has ended."
        case .deadlineFired(let name, let deadline, let late): "\(name): \(deadline) fired, \(seconds(late)) late."
        case .scheduled(let name, let time, let late):
            "The schedule \(name) has run for \(time.text), \(seconds(late)) late."
        case .scheduleSkipped(let name, 1): "The schedule \(name) has skipped a time that had passed."
        case .scheduleSkipped(let name, let count):
            "The schedule \(name) has skipped \(count) times that had passed."
        case .activityBegan(let key, let isRepetition): "\(key) has begun\(isRepetition ? " again" : "")."
        case .activityEnded(let key, nil): "\(key) has ended."
        case .activityEnded(let key, let error?): "\(key) has ended with an error: \(error)."
        case .attemptFailed(let key, let attempt, let error, let pause):
            "Attempt \(attempt) of \(key) has failed: \(error). The next one follows in \(seconds(pause))."
        case .migrated(let name, let version): "\(name) was migrated from version \(version)."
        case .parked(let name, let problem):
            "\(name) is parked: \(problem.trimmingSuffix(".")). Remove the cause, then let the host retry the instance."
        case .leftAlone(let name, let error): "\(name) is left alone. \(error.localizedDescription)"
        case .messageRefused(let sender, let target):
            "\(target) takes no messages, and one of \(sender) is lost. Give the message an event for its refusal."
        case .scheduledMessageRefused(let name, let target):
            "\(target) takes no messages, and one of the schedule \(name) is lost. Let the schedule start its instance."
        case .scheduleFailed(let name, let time, let error):
            "The message of the schedule \(name) for \(time.text) is lost. \(error.localizedDescription)"
        case .storeFailed(let error, let pause):
            "\(error.localizedDescription) "
                + (pause.map { "The host tries again in \(seconds($0))." } ?? "The host has ended.")
        case .load(let load): "\(load)"
        case .instances(let machine, let counts):
            "Instances of \(machine): "
                + InstanceStatus.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ") + "."
        case .clockSetBack(let time):
            "The clock is \(seconds(time)) behind the last transaction of the store. Set it right, then start again."
        case .committed(1, let time): "A change was committed in \(seconds(time))."
        case .committed(let count, let time): "\(count) changes were committed in \(seconds(time))."
        }
    }

    /// The subject of the line in the log about a problem, without data of a user.
    fileprivate var subject: String? {
        switch self {
        case .parked(let name, _): "An instance of \(name.machine) is parked."
        case .leftAlone(let name, _): "An instance of \(name.machine) is left alone."
        case .messageRefused(let sender, _): "A message of an instance of \(sender.machine) was refused."
        case .scheduledMessageRefused: "The message of a schedule was refused."
        case .scheduleFailed: "The message of a schedule cannot be stored."
        case .storeFailed: "The store of a durable host has failed."
        case .clockSetBack: "The clock of a durable host is behind its store."
        case .opened, .shardsChanged, .recovered, .asksForArrivals, .closed, .started, .macrostep, .suspected,
            .cancelled, .retried, .removed, .removedFailed, .skipped, .edited, .ended, .deadlineFired, .scheduled,
            .scheduleSkipped, .activityBegan, .activityEnded, .attemptFailed, .migrated, .load, .instances, .committed:
            nil
        }
    }

    private func seconds(_ time: TimeInterval) -> String { "\((time * 1000).rounded() / 1000) s" }
}

/// Receives what happens in a host; without an observer, problems are written to the log of the platform.
struct DurableReporter: Sendable {
    let observer: DurableObserver?

    /// Whether somebody hears of everything.
    var isObserved: Bool { observer != nil }

    /// - Parameter occurrence: Made only if somebody hears of it.
    func report(_ occurrence: @autoclosure () -> DurableOccurrence) {
        if let observer { observer.receive(occurrence()) }
    }

    /// - Parameter isRepetition: Whether the log has the problem already.
    func report(problem: DurableOccurrence, isRepetition: Bool = false) {
        Scenario.current?.noteProblem?("\(problem)")
        if let observer { return observer.receive(problem) }
        guard !isRepetition, let subject = problem.subject else { return }
        PlatformLog.write(subject, details: "\(problem)")
    }
}

extension JournalEntry.Cause: CustomStringConvertible {
    public var description: String {
        switch self {
        case .event: "an event"
        case .unexpectedEvent: "an event that the state did not expect"
        case .deadline(let name): "the time-out \(name)"
        case .activity(let name?): "an answer of \(name)"
        case .activity(nil): "an event of an activity"
        case .activityReturned(let name): "the return of \(name)"
        case .revision: "a change of the program"
        case .patch: "a patch"
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
        hasSuffix(suffix) ? dropLast(suffix.count) : self[...]
    }
}

extension Date {
    /// Without fractions of a second, and independent of the language of the system.
    fileprivate var text: String { ISO8601Format() }
}
