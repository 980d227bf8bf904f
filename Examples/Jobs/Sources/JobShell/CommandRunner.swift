import Foundation
package import Jobs
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs commands in the shell, each in a process group of its own.
package struct CommandRunner: Sendable {
    private let groups: ProcessGroups
    private let outputLimit: Int
    private let show: @Sendable ([UInt8]) async -> Void

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - groups: The registry of process groups.
    ///   - outputLimit: The number of bytes of output shown for an attempt.
    ///   - show: Shows whole lines of output, and returns when that is done.
    package init(groups: ProcessGroups, outputLimit: Int, show: @escaping @Sendable ([UInt8]) async -> Void) {
        self.groups = groups
        self.outputLimit = outputLimit
        self.show = show
    }

    /// Runs a command, and waits until all its processes have ended.
    ///
    /// The command has no input. Cancelling the task ends its processes at once.
    ///
    /// - Parameters:
    ///   - attempt: The command and its job.
    ///   - leftBehind: Called if the command has ended before the processes that it started.
    /// - Returns: The result of the command.
    package func run(_ attempt: Attempt, leftBehind: @Sendable () -> Void) async -> Ending {
        defer { groups.end(attempt) }
        let group = GroupNumber()
        let ending = await run(attempt, in: group)
        guard let number = group.number else { return ending }
        if ProcessGroups.isAlive(number) {
            leftBehind()
            await Self.waitForEnd(of: number)
        }
        return ending
    }

    private func run(_ attempt: Attempt, in group: GroupNumber) async -> Ending {
        do {
            let result = try await Subprocess.run(
                Self.configuration(of: attempt.command), input: .none, output: .sequence, error: .combinedWithOutput
            ) { execution in
                let process = execution.processIdentifier.value
                group.number = process
                groups.begin(attempt, process)
                try await show(execution.standardOutput, of: attempt.job, from: process)
            }
            switch result.terminationStatus {
            case .exited(let code): return .exited(code)
            case .signaled(let signal): return .signalled(signal)
            }
        } catch {
            return .notRun("\(error)")
        }
    }

    private static func configuration(of command: String) -> Configuration {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
        ]
        return Configuration(
            executable: .path("/bin/sh"), arguments: ["-c", command], platformOptions: options)
    }

    private func show(_ output: SubprocessOutputSequence, of job: String, from process: pid_t) async throws {
        var folding = OutputFolding(of: job, limit: outputLimit)
        // A process left behind may write forever. The command's own output fits into the pipe once the command has
        // ended, so reading stops after that much.
        var rest: Int?
        for try await buffer in output {
            let lines = buffer.withUnsafeBytes { folding.lines(of: $0) }
            if !lines.isEmpty { await show(lines) }
            if rest == nil, Self.hasEnded(process) { rest = Self.pipeCapacity }
            if let room = rest { rest = room - buffer.count }
            if let room = rest, room <= 0 { break }
        }
        let lines = folding.end()
        if !lines.isEmpty { await show(lines) }
    }

    private static let pipeCapacity = 1 << 20

    /// Whether a process has ended; leaves collecting it to other code.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        let hasSucceeded = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        return hasSucceeded && information.si_signo == SIGCHLD
    }

    /// Waits until all processes of a group have ended; cancelling the task ends them at once.
    private static func waitForEnd(of group: pid_t) async {
        let waiting = Task {
            var pause = Duration.milliseconds(1)
            while ProcessGroups.isAlive(group) {
                if Task.isCancelled { kill(-group, SIGKILL) }
                let sleep = Task { [pause] in try? await Task.sleep(for: pause) }
                await sleep.value
                pause = min(pause * 2, .milliseconds(50))
            }
        }
        await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
    }
}

/// The number of a group, once known.
private final class GroupNumber {
    var number: pid_t?
}
