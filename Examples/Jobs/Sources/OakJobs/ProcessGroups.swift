import Foundation
import Jobs
import Synchronization

/// The process groups of running commands, which can receive signals.
final class ProcessGroups: Sendable {
    private enum Group {
        /// Its first process has not been started, and must end as soon as it is.
        case unwanted(Job.Insistence)
        case running(pid_t)
    }

    private let groups = Mutex<[Attempt: Group]>([:])

    /// Registers the group of an attempt, and passes on an earlier request to stop it.
    func begin(_ attempt: Attempt, _ group: pid_t) {
        groups.withLock { groups in
            if case .unwanted(let insistence) = groups[attempt] { Self.send(insistence, to: group) }
            groups[attempt] = .running(group)
        }
    }

    /// Removes the group of an attempt. Processes that its command has left behind end with it.
    func end(_ attempt: Attempt) {
        groups.withLock { groups in
            if case .running(let group) = groups.removeValue(forKey: attempt) { Self.send(.force, to: group) }
        }
    }

    /// Asks or forces the processes of an attempt to end, at once or as soon as they exist.
    ///
    /// - Parameters:
    ///   - attempt: The attempt. Its number is never used again: a late request has no effect.
    ///   - insistence: Whether they are asked or forced.
    func stop(_ attempt: Attempt, _ insistence: Job.Insistence) {
        // Under the lock, a registered number cannot yet belong to another group.
        groups.withLock { groups in
            switch groups[attempt] {
            case .running(let group)?: Self.send(insistence, to: group)
            case .unwanted?, nil: groups[attempt] = .unwanted(insistence)
            }
        }
    }

    private static func send(_ insistence: Job.Insistence, to group: pid_t) {
        switch insistence {
        case .request:
            kill(-group, SIGTERM)
            // A stopped process would not receive the signal.
            kill(-group, SIGCONT)
        case .force: kill(-group, SIGKILL)
        }
    }
}
