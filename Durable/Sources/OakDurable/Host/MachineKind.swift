import Foundation
import Oak
import OakText

/// A machine that a host can run, with its environment.
protocol MachineKind: Sendable {
    var name: String { get }
    var version: Int { get }
    /// The type of the machine.
    var type: ObjectIdentifier { get }

    /// Whether instances of a version can be run.
    func supports(version: Int) -> Bool

    /// Reads an instance that the store has kept.
    ///
    /// - Parameters:
    ///   - isNew: Whether its activities begin for the first time.
    ///   - journal: The journal of the macrostep that the program may require.
    func restore(
        _ stored: StoredInstance, isNew: Bool, at now: Date, journal: JournalForm
    ) throws(DurableError) -> RestoredInstance

    /// A new instance that begins in the state of another one.
    func forked(_ stored: StoredInstance, as id: String, at now: Date) throws(DurableError) -> StoredInstance

    /// Decodes a payload for people.
    ///
    /// - Returns: Its structure without what is hidden in it; `nil` for an event that the migration has dropped.
    func tree(
        of payload: StoredPayload, in name: InstanceName, version: Int, hiding redaction: Redaction,
        within limits: ValueTree.Limits
    ) throws(DurableError) -> ValueTree?
}

/// An instance that was read and can be run.
struct RestoredInstance {
    /// The macrostep to record before the run begins, if the program has changed.
    let revision: StoredStep?
    /// The activities that are under way.
    let work: WorkLeft
    /// The activities that the store has.
    let activities: [StoredActivity]
    /// Starts the run, on the actor of the host.
    let start: (isolated DurableHost, InstanceLink, DurableSettings, TaskSource) -> any MachineRun
}

struct RegisteredMachine<Machine: DurableTransducer>: MachineKind {
    let env: Machine.Env
    let run: DurableMachine<Machine>.Runner

    var name: String { Machine.machineName }
    var version: Int { Machine.machineVersion }
    var type: ObjectIdentifier { ObjectIdentifier(Machine.self) }

    func supports(version: Int) -> Bool {
        version == Machine.machineVersion
            || version < Machine.machineVersion && Machine.migrations.contains { $0.version == version }
    }

    func forked(_ stored: StoredInstance, as id: String, at now: Date) throws(DurableError) -> StoredInstance {
        try stored.forked(as: DurableID<Machine>(id), at: now)
    }

    func restore(
        _ stored: StoredInstance, isNew: Bool, at now: Date, journal: JournalForm
    ) throws(DurableError) -> RestoredInstance {
        var restored = try DurableState<Machine>(restoring: stored, isNew: isNew)
        let revision = try restored.revision(of: stored)?.stored(
            stored.key, stored.name, at: now, journal: journal)
        let (restoredState, env, run) = (restored, env, run)
        return RestoredInstance(
            revision: revision, work: restored.work, activities: stored.activities
        ) { host, link, settings, tasks in
            let typed = TypedRun<Machine>(link.name)
            var state = restoredState
            state.postponedLimit = settings.postponedEvents
            let env = DurableMachine<Machine>.Env(machine: env, link: link)
            typed.run = run(host, state, typed.proxy, env, tasks.settings)
            return typed
        }
    }
}

final class TypedRun<Machine: DurableTransducer>: MachineRun {
    let name: InstanceName
    let proxy: Proxy<DurableMachine<Machine>.Event>
    /// Cancelled when nothing refers to it any more.
    var run: OwnedRun?

    init(_ name: InstanceName) {
        self.name = name
        // The host limits the events that wait, and the machine refuses those that it cannot postpone.
        proxy = Proxy(bufferSize: Int(Int32.max))
    }

    func deliver(_ ticket: Ticket, on host: isolated DurableHost) throws(DurableError) {
        let isStored = ticket.number != nil
        if let event = ticket.event as? Machine.Event {
            return send(.arrived(event, ticket.id, isStored: isStored), on: host)
        }
        let event = try DurableState<Machine>.event(
            ticket.data, version: ticket.version, of: name, part: "event \(ticket.number ?? 0)")
        send(event.map { .arrived($0, ticket.id, isStored: isStored) } ?? .dropped(ticket.id), on: host)
    }

    func mark(_ ticket: Ticket.ID, on host: isolated DurableHost) { send(.mark(ticket), on: host) }

    func fire(_ timer: DueTimer, on host: isolated DurableHost) {
        send(.due(name: timer.name, number: timer.number), on: host)
    }

    func stop() { proxy.cancel() }

    private func send(_ event: DurableMachine<Machine>.Event, on host: isolated DurableHost) {
        // A run that has ended has told the host, which delivers again what is left.
        try? proxy.send(event)
    }
}

extension LiveInstance {
    /// The number of events and time-outs that a run may have received and not processed, without the postponed ones.
    static var window: Int { 256 }
}

extension StepRecord {
    /// The macrostep as a store keeps it.
    ///
    /// - Parameters:
    ///   - key: The key of the instance.
    ///   - name: The name of the instance.
    ///   - now: The time, from which its deadlines count.
    ///   - ticket: The event from outside that began it.
    ///   - journal: What the journal keeps.
    func stored(
        _ key: InstanceKey, _ name: InstanceName, at now: Date, ticket: Ticket? = nil, journal: JournalForm
    ) throws(DurableError) -> StoredStep {
        var event = ticket?.data
        if event == nil, let own = step.event { event = try encoded(own, name, "event") }
        let outputs = step.outputs.isEmpty ? nil : try encodedIfPossible(step.outputs, name, "outputs")
        let version = Machine.machineVersion
        let state = try encoded(state, name, "state")
        return StoredStep(
            instance: key, version: version, state: state, consumed: ticket?.number,
            isEnd: end != nil, isFollowed: Machine._isFollowed,
            output: try end.flatMap { output throws(DurableError) in
                try encodedIfPossible(output, name, "output")
            },
            activities: step.activities, deadlines: try deadlines(at: now, name), tags: tags,
            messages: try step.messages.map { message throws(DurableError) in try message.stored(at: now) },
            journal: JournalEntry(
                number: number, time: now, cause: step.cause, version: ticket?.version ?? version, event: event,
                outputs: outputs, state: journal.hasStates ? state : nil, stateVersion: version),
            journalLimit: journal.length)
    }

    /// The deadlines that begin and end with the macrostep.
    func deadlines(at now: Date, _ name: InstanceName) throws(DurableError) -> [NamedChange<StoredDeadline>] {
        try step.timers.map { change throws(DurableError) in
            switch change {
            case .set(let timeout, let timer):
                // A century is practically forever.
                let seconds = min(max(0, timer.seconds), 100 * 365 * 86_400)
                return .set(
                    StoredDeadline(
                        name: timeout, number: timer.number, due: now.addingTimeInterval(seconds), duration: seconds,
                        policy: timer.policy, version: Machine.machineVersion,
                        event: try encoded(timer.event, name, "event")))
            case .removed(let timeout): return .removed(name: timeout)
            }
        }
    }
}

/// What the journal of an instance keeps.
package struct JournalForm: Sendable {
    /// How many macrosteps it keeps; `nil` keeps all of them.
    let length: Int?
    /// Whether it has the state after each macrostep.
    let hasStates: Bool

    /// All macrosteps with their states.
    package static let complete = JournalForm(length: nil, hasStates: true)
}

extension DurableSettings {
    var journal: JournalForm { JournalForm(length: journalLength, hasStates: journalStates) }
}
