import Foundation
package import Jobs
import ProcessShims
import Synchronization

/// The process groups of running jobs, which can receive signals.
package final class ProcessGroups: Sendable {
    private enum Group {
        /// Its first process has not been started, and must end as soon as it is.
        case unwanted(Insistence)
        case running(pid_t)
    }

    package typealias Insistence = Job.Insistence

    private let groups = Mutex<[Attempt: Group]>([:])

    /// Creates an empty registry.
    package init() {
        // With this setting, orphaned processes become children of this one, which can then tell whether they have
        // ended.
        _ = oak_adopt_orphans()
    }

    /// Registers the group of an attempt, and passes on an earlier request to stop it.
    func begin(_ attempt: Attempt, _ group: pid_t) {
        groups.withLock { groups in
            if case .unwanted(let insistence) = groups[attempt] { Self.send(insistence, to: group) }
            groups[attempt] = .running(group)
        }
    }

    /// Removes the group of an attempt, whose processes have all ended.
    func end(_ attempt: Attempt) { groups.withLock { $0[attempt] = nil } }

    /// Asks or forces the processes of an attempt to end, at once or as soon as they exist.
    ///
    /// - Parameters:
    ///   - attempt: The attempt. Its number is never used again: a late request has no effect.
    ///   - insistence: Whether they are asked or forced.
    package func stop(_ attempt: Attempt, _ insistence: Insistence) {
        // Under the lock, a registered number cannot yet belong to another group.
        groups.withLock { groups in
            switch groups[attempt] {
            case .running(let group)?: Self.send(insistence, to: group)
            case .unwanted?, nil: groups[attempt] = .unwanted(insistence)
            }
        }
    }

    private static func send(_ insistence: Insistence, to group: pid_t) {
        switch insistence {
        case .request:
            kill(-group, SIGTERM)
            // A stopped process would not receive the signal.
            kill(-group, SIGCONT)
        case .force: kill(-group, SIGKILL)
        }
    }

    /// Whether a group still has processes after its first process has been collected.
    static func isAlive(_ group: pid_t) -> Bool {
        while waitpid(-group, nil, WNOHANG) > 0 {}
        return kill(-group, 0) == 0
    }
}
