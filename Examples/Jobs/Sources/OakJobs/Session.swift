import Foundation
import JobShell
import Jobs
import Logging
import Oak
import OakInspector
import OakServer
import Synchronization

/// A plan with the services that carry it out: processes, a journal, a terminal.
struct Session {
    private let plan: Plan
    private let journal: Journal?
    private let logger: Logger
    private let outlet = Outlet(to: STDOUT_FILENO)
    private let reporter: Reporter
    private let groups = ProcessGroups()
    // The default mailbox is large enough: only commands and signals come from outside.
    private let proxy = Jobs.Proxy(initialEvent: .begin)

    init(_ plan: Plan, journal: Journal?, _ logger: Logger) {
        self.plan = plan
        self.journal = journal
        self.logger = logger
        reporter = Reporter(of: plan.names.count, to: outlet, terminal: Terminal(STDOUT_FILENO))
    }

    /// Carries the plan out.
    ///
    /// - Parameters:
    ///   - grace: The grace period of commands.
    ///   - outputLimit: The number of bytes of output shown for an attempt as they arrive.
    ///   - inspector: Shows the machine, if it is served.
    /// - Returns: The exit code of the program.
    func run(grace: Duration, outputLimit: Int, inspector: Inspector) async -> Int32 {
        let interruptions = Interruptions()
        Signals.outliveReaders()
        Signals.handle { [proxy, outlet] signal in
            // The terminal may be blocked forever, so waiting for it ends here.
            outlet.release()
            let event: Jobs.Event = interruptions.add(signal) == 1 ? .cancelAll : .killAll
            Task { try? await proxy.sendWaitingForRoom(event) }
        }
        CommandLines.read { [proxy] line in await Self.obey(line, proxy) }
        let ticker = Task { [reporter] in
            while true {
                try await Task.sleep(for: .seconds(1))
                reporter.redraw()
            }
        }
        defer { ticker.cancel() }

        let tally: Tally?
        do {
            tally = try await Jobs.run(
                initialState: Jobs.State(plan, grace: grace), proxy: proxy,
                env: environment(outputLimit: outputLimit),
                observer: .all(.logging(logger), inspector.watch("jobs", of: Jobs.self)))
        } catch {
            OakJobs.complain("\(error)")
            tally = nil
        }
        reporter.end(tally)
        outlet.flush()
        if let signal = interruptions.first { return 128 + signal }
        return tally?.isSuccess == true ? 0 : 1
    }

    private func environment(outputLimit: Int) -> Jobs.Env {
        let runner = CommandRunner(groups: groups, outputLimit: outputLimit) { [reporter] lines in
            await reporter.show(lines)
        }
        return Jobs.Env(
            job: Job.Env(
                run: { attempt, leftBehind in await runner.run(attempt, leftBehind: leftBehind) },
                stop: { [groups] attempt, insistence in groups.stop(attempt, insistence) }),
            record: { [journal, reporter] entries in
                try await journal?.write(entries)
                reporter.report(entries)
            },
            answer: { [reporter] notice in
                if notice.isRefusal { OakJobs.complain(notice.words) } else { reporter.answer(notice) }
            })
    }

    private static func obey(_ line: String, _ proxy: Jobs.Proxy) async {
        do throws(UnknownCommand) {
            guard let command = try Command(line) else { return }
            // A late command finds that the machine has ended.
            try? await proxy.sendWaitingForRoom(command.event)
        } catch {
            OakJobs.complain("\(error)")
        }
    }
}

/// The signals received so far that ask the program to end.
private final class Interruptions: Sendable {
    private let signals = Mutex<[Int32]>([])

    /// The first of them.
    var first: Int32? { signals.withLock(\.first) }

    /// Adds a signal.
    ///
    /// - Returns: The number of signals so far.
    func add(_ signal: Int32) -> Int {
        signals.withLock { signals in
            signals.append(signal)
            return signals.count
        }
    }
}
