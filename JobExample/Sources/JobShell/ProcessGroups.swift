import Foundation
package import Jobs
import ProcessShims
import Synchronization

/// The groups of processes of the jobs that run, to which signals can be sent.
package final class ProcessGroups: Sendable {
    private enum Group {
        /// Its first process has not been started, and has to go as soon as it is.
        case unwanted(Insistence)
        case running(pid_t)
    }

    package typealias Insistence = Job.Insistence

    private let groups = Mutex<[Attempt: Group]>([:])

    /// Creates groups of which there are none yet.
    package init() {
        // Processes whose parent has ended are this one's then, and it can tell those that are gone from those that are
        // not.
        _ = oak_adopt_orphans()
    }

    /// Notes the group of an attempt, and passes on what it has been told already.
    func begin(_ attempt: Attempt, _ group: pid_t) {
        groups.withLock { groups in
            if case .unwanted(let insistence) = groups[attempt] { Self.send(insistence, to: group) }
            groups[attempt] = .running(group)
        }
    }

    /// Forgets the group of an attempt, of which nothing is left.
    func end(_ attempt: Attempt) { groups.withLock { $0[attempt] = nil } }

    /// Tells the processes of an attempt that they have to go, at once or as soon as there are any.
    ///
    /// - Parameters:
    ///   - attempt: The attempt. None has the same number as an earlier one: a word that comes too late reaches nobody.
    ///   - insistence: Whether they are asked to, or ended.
    package func stop(_ attempt: Attempt, _ insistence: Insistence) {
        // The lock is held meanwhile: a number that is noted here is not that of another group yet.
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
            // One that was stopped would not hear of it.
            kill(-group, SIGCONT)
        case .force: kill(-group, SIGKILL)
        }
    }

    /// Whether anything is left of a group whose first process has been waited for.
    static func isAlive(_ group: pid_t) -> Bool {
        while waitpid(-group, nil, WNOHANG) > 0 {}
        return kill(-group, 0) == 0
    }
}
