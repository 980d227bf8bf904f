import Oak

/// One run of a machine in a terminal.
///
/// The meaning of a line depends on the state, so the transition of a line's event is awaited before the next line is
/// read. No other events come from outside, so that transition is the one of the first event from there.
@MainActor
final class Conversation<Machine: ExecutableTransducer & SendableMetatype>
where Machine.Proxy == Proxy<Machine.Event>, Machine.State: Sendable, Machine.Event: Sendable {
    enum Happening: Sendable {
        /// A line, or the end of the input.
        case line(String?)
        case transition(Machine.State, fromOutside: Bool)
    }

    private let terminal: Terminal<Machine>
    private let proxy: Machine.Proxy
    private let echoes: Bool
    private let write: (String) -> Void
    private let happenings: AsyncStream<Happening>
    let happen: AsyncStream<Happening>.Continuation

    private var state: Machine.State
    private var lines: ArraySlice<String> = []
    private var hasEnded = false
    private var isSending = false
    private var origin = EventOrigin.external

    init(
        _ terminal: Terminal<Machine>, _ state: Machine.State, _ proxy: Machine.Proxy, _ echoes: Bool,
        _ write: @escaping (String) -> Void
    ) {
        (self.terminal, self.state, self.proxy) = (terminal, state, proxy)
        (self.echoes, self.write) = (echoes, write)
        (happenings, happen) = AsyncStream.makeStream()
    }

    func listen(to lines: AsyncStream<String>) async {
        for await line in lines { happen.yield(.line(line)) }
        happen.yield(.line(nil))
    }

    func note(_ occurrence: Occurrence<Machine.State, Machine.Event, Machine.Output>) {
        if case .eventTaken(_, from: let origin) = occurrence { self.origin = origin }
        if case .transition(_, _, to: let state) = occurrence {
            happen.yield(.transition(state, fromOutside: origin == .external))
        }
    }

    func hold() async {
        for await happening in happenings {
            switch happening {
            case .line(let line?): lines.append(line)
            case .line(nil): hasEnded = true
            case .transition(let new, let fromOutside):
                if isSending && fromOutside || terminal.text(new) != terminal.text(state) { say(terminal.text(new)) }
                state = new
                if fromOutside { isSending = false }
            }
            await takeLines()
        }
    }

    private var isWorking: Bool { terminal.text(state).hasSuffix("…") }

    private func takeLines() async {
        while !isSending, !Machine.isTerminal(state) {
            let words = terminal.words(state)
            guard let line = lines.first else {
                if hasEnded, !isWorking { proxy.cancel(with: Leaving()) }
                return
            }
            let word = line.filter { !$0.isWhitespace }
            if word == "quit" { return proxy.cancel(with: Leaving()) }
            let event = words.first { $0.0 == word }?.1 ?? terminal.answer(state, line)
            if event == nil, isWorking { return }
            lines.removeFirst()
            if echoes { say("> " + line) }
            guard let event else {
                say("You can type: " + (words.map(\.0) + ["quit"]).joined(separator: ", ") + ".")
                continue
            }
            isSending = true
            // A machine that has ended takes no event, and needs none.
            try? await proxy.sendWaitingForRoom(event)
        }
    }

    /// Writes a text without characters that would change the terminal, which names of files may contain.
    func say(_ text: String) {
        guard !text.isEmpty else { return }
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" ? "\u{FFFD}" : scalar
        }
        write(String(String.UnicodeScalarView(scalars)))
    }
}
