import Foundation
import Jobs
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs commands in the shell, each in a process group of its own.
struct CommandRunner: Sendable {
    let groups = ProcessGroups()
    /// Shows whole lines of output, and returns when that is done.
    let show: @Sendable ([UInt8]) async -> Void

    /// Runs the command of an attempt, which has no input, until it has ended.
    ///
    /// Cancelling the task ends its processes at once.
    ///
    /// - Parameter attempt: The command and its job.
    /// - Returns: The end of the command.
    func run(_ attempt: Attempt) async -> Ending {
        defer { groups.end(attempt) }
        do {
            let result = try await Subprocess.run(
                Self.configuration(of: attempt.command), input: .none, output: .sequence, error: .combinedWithOutput
            ) { execution in
                groups.begin(attempt, execution.processIdentifier.value)
                var reader = LineReader(of: attempt.job)
                for try await buffer in execution.standardOutput {
                    await show(buffer.withUnsafeBytes { reader.lines(of: $0) })
                }
                await show(reader.end())
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
        // A session is also a process group, and keys typed in the terminal do not reach it.
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
        ]
        return Configuration(executable: .path("/bin/sh"), arguments: ["-c", command], platformOptions: options)
    }
}
