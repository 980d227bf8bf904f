public import Oak

/// One run of a machine in a terminal, from the first line to the last.
///
/// Lines are taken in order and none is lost: each one becomes an event, is answered, or waits. A line is read only
/// once the transition of the previous one is done, because its meaning depends on the state.
///
/// A script cannot see work under way. Until the work has ended, the end of the script waits, and so does a line that
/// the state does not accept, with everything behind it. A line that the state accepts is taken at once; if it arrived
/// together with the line that began the work, it is sent even before the work can begin, so that a script has the same
/// outcome each time.
///
/// A session is the only outside sender of its machine, so it can recognise the transition of its own event.
@MainActor
public final class Session<Front: FrontEnd> {
    typealias Machine = Front.Machine

    /// The source of the lines, which determines when they are taken.
    public enum Pace: Sendable {
        /// A user types and expects an answer to each line at once.
        case typed
        /// A script expects each line to be carried out.
        case script
    }

    private enum Phase {
        /// The next line can be taken.
        case taking
        /// The transition of a sent event is not done.
        case sending
        /// The lines of a script wait for a state.
        case waiting(until: (Machine.State) -> Bool)
        /// The session ends.
        case ending
    }

    private enum Supply {
        case open
        /// The reader waits until its lines have been taken.
        case paused(CheckedContinuation<Void, Never>)
        case ended
    }

    private struct Leaving: Error {}

    private let front: Front
    private let proxy: Machine.Proxy
    private let screen: Screen
    private let pace: Pace

    private var state: Machine.State
    private var origin = EventOrigin.external
    private var phase = Phase.taking
    private var lines: ArraySlice<String> = []
    private var supply = Supply.open

    /// Events rejected by a full mailbox; never more than one at a time.
    private let refused = AsyncStream.makeStream(of: Machine.Event.self)

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - front: The appearance of the machine.
    ///   - initialState: The initial state of the machine.
    ///   - proxy: The proxy of the machine; it may hold events already.
    ///   - screen: The output for lines.
    ///   - pace: The source of the lines.
    public init(
        _ front: Front, initialState: Front.Machine.State, proxy: Front.Machine.Proxy, screen: Screen, pace: Pace
    ) {
        self.front = front
        self.state = initialState
        self.proxy = proxy
        self.screen = screen
        self.pace = pace
    }

    /// Runs the machine until it ends, the user leaves, or the lines end.
    ///
    /// - Parameters:
    ///   - env: The dependencies of the machine's effects.
    ///   - input: The lines, in batches as they arrive.
    ///   - observer: Observes the run besides.
    /// - Throws: The error that ends the machine; leaving is not an error.
    public func run(
        env: Front.Machine.Env, input: AsyncStream<[String]>, observer: some TransducerObserver = NoObserver()
    ) async throws {
        async let _: Void = read(input)
        async let _: Void = resend()
        var failure: (any Error)?
        do {
            try await Machine.run(
                initialState: state, proxy: proxy, env: env,
                observer: .all(.each(Machine.self) { self.note($0) }, observer))
            if !lines.isEmpty { screen.show([Line("Not used any more: " + list(lines) + ".", .failure)]) }
        } catch is Leaving {
        } catch {
            failure = error
        }
        phase = .ending
        resumeReading()
        screen.close()
        if let failure { throw failure }
    }

    private func list(_ lines: ArraySlice<String>) -> String {
        let names = lines.prefix(3).map(\.quoted).joined(separator: ", ")
        return switch lines.count {
        case ...3: names
        case 4: names + " and 1 more line"
        case let count: names + " and \(count - 3) more lines"
        }
    }
}

// MARK: - Lines come in

extension Session {
    private func read(_ input: AsyncStream<[String]>) async {
        for await batch in input {
            lines.append(contentsOf: batch)
            if case (.waiting, .typed) = (phase, pace) { phase = .taking }
            takeLines()
            await linesTaken()
        }
        if Task.isCancelled { return }
        supply = .ended
        takeLines()
    }

    /// Returns when more lines are needed, so that the lines of a script do not pile up.
    private func linesTaken() async {
        guard !lines.isEmpty else { return }
        await withCheckedContinuation { continuation in
            if case .ending = phase { continuation.resume() } else { supply = .paused(continuation) }
        }
    }

    private func resumeReading() {
        guard case .paused(let continuation) = supply else { return }
        supply = .open
        continuation.resume()
    }
}

// MARK: - Lines are taken

extension Session {
    private func takeLines() {
        while isTaking, let line = lines.first {
            let reading = front.read(line, in: state)
            if hasToWait(reading) { return }
            lines.removeFirst()
            switch reading {
            case .secret: screen.echoSecret()
            case .blank, .help, .quit, .event, .wait, .misplaced, .incomplete, .unknown: screen.echo(line)
            }
            carryOut(reading)
        }
        guard isTaking else { return }
        switch supply {
        case .open: screen.prompt()
        case .paused: resumeReading()
        case .ended: if pace == .typed || !front.isWorking(in: state) { leave() }
        }
    }

    private var isTaking: Bool {
        switch phase {
        case .taking: true
        case .sending, .waiting, .ending: false
        }
    }

    /// Whether a line must wait for work under way.
    private func hasToWait(_ reading: Reading<Machine>) -> Bool {
        guard pace == .script, front.isWorking(in: state) else { return false }
        switch reading {
        case .misplaced, .unknown, .incomplete, .quit: return true
        case .blank, .help, .event, .secret, .wait: return false
        }
    }

    private func carryOut(_ reading: Reading<Machine>) {
        switch reading {
        case .blank: break
        case .help: screen.show(front.help(in: state))
        case .quit: leave()
        case .event(let event), .secret(let event): send(event)
        case .wait(let condition): phase = .waiting(until: condition)
        case .misplaced(let word):
            screen.show([Line("\(word.quoted) is not possible now. " + front.summary(in: state), .failure)])
        case .incomplete(let command):
            screen.show([Line("Type a number from 1 behind it: \(command.usage).", .failure)])
        case .unknown(let line):
            screen.show([Line("Unknown command \(line.quoted). " + front.summary(in: state), .failure)])
        }
    }

    private func leave() {
        phase = .ending
        proxy.cancel(with: Leaving())
    }
}

// MARK: - Events go out

extension Session {
    private func send(_ event: Machine.Event) {
        phase = .sending
        do {
            try proxy.send(event)
        } catch {
            // The mailbox is full or closed; waiting for room reveals which.
            refused.continuation.yield(event)
        }
    }

    private func resend() async {
        for await event in refused.stream {
            do {
                try await proxy.sendWaitingForRoom(event)
            } catch is CancellationError {
                return
            } catch {
                guard case .sending = phase else { return }
                screen.show([Line("The machine did not accept that: \(error)", .failure)])
                phase = .taking
                takeLines()
            }
        }
    }
}

// MARK: - The machine moves

extension Session {
    private func note(_ occurrence: Occurrence<Machine.State, Machine.Event, Machine.Output>) {
        switch occurrence {
        case .runStarted(let state):
            screen.show([Line(front.introduction, .heading)] + front.opening(in: state))
            screen.prompt()
        case .eventTaken(_, from: let origin):
            self.origin = origin
        case .transition(from: let old, let event, to: let new):
            state = new
            screen.show(front.report(event, from: old, to: new))
            goOn()
        case .eventPostponed, .eventUnexpected, .output, .effectStarted, .effectEnded, .effectCancelled, .effectOverdue,
            .sendRejected, .runEnded:
            break
        }
    }

    /// Takes the next line if it waited for this transition.
    private func goOn() {
        switch phase {
        case .sending where origin == .external: phase = .taking
        case .waiting(let condition) where condition(state): phase = .taking
        case .taking, .sending, .waiting, .ending: break
        }
        if !Machine.isTerminal(state) { takeLines() }
    }
}
