import ArgumentParser
import Foundation
import OakDurable

/// The process that is killed: carries out the commands on its standard input.
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "worker", shouldDisplay: false)

    @Option(help: "The folder of the files.")
    var folder: String

    @Flag(help: "The bank ignores the keys of requests.")
    var bankIgnoresKeys = false

    @Flag(help: "Transactions survive the end of the process only.")
    var normal = false

    func run() async throws {
        let store = SQLiteStore(path: folder + "/movers.sqlite", synchronous: normal ? .normal : .full)
        // Most instances are put away between two events.
        var settings = DurableSettings.withBank
        settings.idleInstances = 10
        let host = DurableHost(store: store, settings: settings)
        let bank = try Bank(
            path: folder + "/bank.sqlite", ignoresKeys: bankIgnoresKeys, isUnreliable: true)
        report(.opening)
        let start = ContinuousClock.now
        do {
            try await host.openBooks(bank)
        } catch {
            report(.refused("\(error)"))
            throw ExitCode(3)
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        report(.ready(seconds: Double(seconds) + Double(attoseconds) / 1e18))
        await withDiscardingTaskGroup { group in
            for await command in commands() { group.addTask { await carryOut(command, host) } }
        }
        await host.close()
    }

    private func carryOut(_ command: Command, _ host: DurableHost) async {
        do {
            switch command {
            case .start(let instance):
                try await host.start(
                    Mover.self, id: id(instance), initialState: .idle(Mover.Tally(mover: instance)))
            case .move(let move, let instance):
                try await host.send(.move(move), to: id(instance), deduplication: move.id)
            case .note(let note, let instance):
                try await host.send(.note(note), to: id(instance))
            case .finish(let instance):
                do {
                    try await host.send(.finish, to: id(instance), deduplication: "finish")
                } catch DurableError.instanceEnded {
                    // It has done so before the process was killed.
                }
                report(.done(command.id))
                try await end(id(instance), host)
                return report(.ended(instance: instance))
            case .retry: try await retryAll(host)
            }
            report(.done(command.id))
        } catch {
            report(.failed(command.id, reason: "\(error)"))
        }
    }

    private func retryAll(_ host: DurableHost) async throws {
        let failed = try await host.list(where: InstanceQuery(statuses: [.failed]))
        for instance in failed { try await host.retry(instance.name) }
        report(.retried(failed.count))
    }

    /// Returns when an instance has ended, however often the bank fails until then.
    private func end(_ id: DurableID<Mover>, _ host: DurableHost) async throws {
        while true {
            do {
                return try await host.value(of: id)
            } catch DurableError.instanceFailed {
                try await host.retry(id)
                report(.retried(1))
            }
        }
    }

    private func id(_ instance: Int) -> DurableID<Mover> { DurableID("\(instance)") }

    /// Writes a line at once, so that the driver has it even if the process is killed right after.
    private func report(_ report: Report) {
        guard let line = try? Wire.line(report) else { return }
        // Shorter than a pipe writes at a time.
        _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    /// The commands on the standard input, read by a thread of its own.
    private func commands() -> AsyncStream<Command> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                var lines = Lines()
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = read(STDIN_FILENO, &buffer, buffer.count), count > 0 {
                    for line in lines.split(buffer[..<count]) {
                        guard let command = try? Wire.message(Command.self, line) else { continue }
                        continuation.yield(command)
                    }
                }
                continuation.finish()
            }
        }
    }
}
