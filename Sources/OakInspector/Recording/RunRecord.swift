import Oak
import Synchronization

/// The record of a run, as far as somebody has watched it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunRecord: Sendable {
    struct Content: Sendable {
        var standing = Standing.running
        var state: ValueTree?
        var log: Log
        var effects: [Int: LiveEffect] = [:]
        var edges: [Edge: Int] = [:]
        /// The names of the states that were seen, in this order.
        var states: [String] = []
        var rates = Rates()
        var troubles = Troubles()
        /// The number of events that were taken while somebody watched.
        var events = 0
        /// The number of entries that were left out.
        var omitted = 0
        /// The number of entries that may be kept until the next picture.
        var allowance = 0
        /// The entry of the event that is being processed, if it is kept.
        var current: Int?
        /// Whether the state has changed since it was last described.
        var isStale = false
        /// The macrostep under way, and its beginning without the time that the inspector has taken since.
        var macrostep: (event: String, start: Duration)?
    }

    let number: Int
    let name: String
    let machine: String
    let start: Duration
    /// The identity of the run, by which a host finds it.
    let identity: ObjectIdentifier?
    private let access: _RunAccess?
    private let attention: Attention
    private let redaction: Redaction
    private let limits: ValueTree.Limits
    private let time: @Sendable () -> Duration
    private let content: Mutex<Content>

    init(
        _ number: Int, name: String, machine: String, access: _RunAccess?, attention: Attention,
        settings: InspectorSettings, clock time: @escaping @Sendable () -> Duration
    ) {
        self.number = number
        self.name = name
        self.machine = machine
        self.access = access
        self.attention = attention
        self.time = time
        identity = access?.identity
        start = time()
        redaction = settings.redaction
        limits = settings.limits
        content = Mutex(Content(log: Log(limit: settings.logLength)))
    }

    var hasEnded: Bool { content.withLock { $0.standing != .running } }

    /// Whether anybody can still refer to the run.
    var exists: Bool { access?.exists ?? false }

    /// The number of events that wait in the mailbox.
    var waitingEvents: Int { hasEnded ? 0 : access?.waitingEvents ?? 0 }

    /// Reads the content; the machine waits meanwhile if it has something to add.
    func withContent<Result: Sendable>(_ read: (inout Content) -> Result) -> Result {
        content.withLock { read(&$0) }
    }

    private func tree(of value: Any) -> ValueTree { redaction.tree(of: value, within: limits) }

    private func text(of error: any Error) -> String {
        abbreviated(redaction.description(of: error), to: limits.text)
    }
}

// MARK: - Watching

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// Watches the run from now on, and asks for its state.
    func attend(with allowance: Int) {
        content.withLock { $0.allowance = allowance }
        attention.begin()
        access?.wake()
    }

    /// Watches the run no longer.
    func ignore() {
        attention.end()
        // Nobody notices what happens until somebody watches again.
        content.withLock { content in
            content.current = nil
            content.macrostep = nil
            content.isStale = true
        }
    }

    /// Lets more entries be kept, and asks for a state that was left out.
    func renew(_ allowance: Int) {
        let isStale = content.withLock { content in
            content.allowance = allowance
            return content.isStale && content.standing == .running
        }
        if isStale {
            attention.begin()
            access?.wake()
        }
    }
}

// MARK: - On the thread of the machine

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    func begin(in state: Any) {
        let tree = tree(of: state)
        append(.start, tree.name) { $0.state = tree }
        content.withLock { content in
            content.state = tree
            content.see(tree.name)
        }
    }

    /// Shows the state of a machine at rest.
    func show(_ state: Any) {
        let tree = tree(of: state)
        content.withLock { content in
            content.state = tree
            content.isStale = false
            content.see(tree.name)
        }
    }

    func endMacrostep() {
        let time = time()
        content.withLock { $0.endMacrostep(at: time) }
    }

    func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .runStarted(let state): begin(in: state)
        case .eventTaken(let event, let origin): take(event, from: origin)
        case .transition(let source, _, let target): step(from: source, to: target)
        case .output(let output): if !(output is Void) { append(.output, current: true) { self.tree(of: output).text } }
        case .eventPostponed: answer(.postponed)
        case .eventUnexpected(let event, let child):
            answer(.unexpected, child.map(\.description).joined(separator: "."))
            let name = attention.isOn ? tree(of: event).name : nil
            content.withLock { $0.troubles.noteUnexpected(name) }
        case .sendRejected(let event, let error):
            if case TransducerError.bufferOverflow = error { content.withLock { $0.troubles.full += 1 } }
            append(.rejected, remark: text(of: error)) { self.tree(of: event).text }
        case .effectStarted(let effect): begin(effect)
        case .effectEnded(let effect, let error): end(effect, error.map(text(of:)))
        case .effectCancelled(let effect, let reason): cancel(effect, "\(reason)")
        case .effectOverdue(let effect):
            content.withLock { $0.effects[effect.number]?.isOverdue = true }
            append(.problem, remark: "cancelled, but not ended in time") { effect.noun }
        case .runEnded(let result): end(result)
        }
    }

    private func take(_ event: Any, from origin: EventOrigin) {
        let time = time()
        let isKept = content.withLock { content in
            content.events += 1
            content.rates.note(at: time)
            guard content.allowance > 0 else {
                content.omitted += 1
                content.current = nil
                content.isStale = true
                return false
            }
            content.allowance -= 1
            return true
        }
        guard isKept else { return }
        let tree = tree(of: event)
        let name = tree.name
        let end = self.time()
        content.withLock { content in
            if origin == .action {
                content.macrostep?.start += end - time
            } else {
                content.endMacrostep(at: time)
                content.macrostep = (name, end)
            }
            let number = content.log.count
            content.current = number
            content.log.append(
                Entry(
                    number: number, time: time, kind: .event, text: tree.text, remark: origin.remark, event: name))
        }
    }

    private func step<State>(from source: State, to target: State) {
        let (current, known) = content.withLock { ($0.current, $0.isStale ? nil : $0.state) }
        guard let current else { return }
        let time = time()
        let before = known ?? tree(of: source)
        let tree = tree(of: target)
        let name = tree.name
        let end = self.time()
        content.withLock { content in
            content.macrostep?.start += end - time
            content.troubles.noteStep(isChange: before != tree)
            content.state = tree
            content.isStale = false
            let source = before.name
            content.see(source)
            content.see(name)
            if let event = content.log[current]?.event {
                content.count(Edge(source: source, target: name, event: event))
            }
            content.log.change(current) { entry in
                entry.step = Entry.Step(source: source, target: name)
                entry.before = before
                entry.state = tree
            }
        }
    }

    private func answer(_ kind: Entry.Kind, _ remark: String = "") {
        content.withLock { content in
            guard let current = content.current else { return }
            content.log.change(current) { entry in
                entry.kind = kind
                if !remark.isEmpty { entry.remark = "of child \(remark)" }
            }
        }
    }

    private func begin(_ effect: EffectSummary) {
        let time = time()
        let text = effect.noun
        if effect.number != 0 {
            content.withLock { $0.effects[effect.number] = LiveEffect(text: text, since: time) }
        }
        append(.effect, remark: "begins") { text }
    }

    private func end(_ effect: EffectSummary, _ error: String?) {
        content.withLock { $0.effects[effect.number] = nil }
        append(error == nil ? .effect : .problem, remark: error.map { "failed: \($0)" } ?? "ends") { effect.noun }
    }

    private func cancel(_ effect: EffectSummary, _ reason: String) {
        let time = time()
        content.withLock { $0.effects[effect.number]?.cancelled = time }
        append(.effect, remark: "cancelled: \(reason)") { effect.noun }
    }

    private func end<Output>(_ result: Result<Output, any Error>) {
        switch result {
        case .success(let output):
            let text = output is Void ? "" : tree(of: output).text
            finish(.ended(text), .end, text)
        case .failure(let error):
            if case TransducerError.deadlock = error { content.withLock { $0.troubles.isDeadlock = true } }
            let text = text(of: error)
            finish(.failed(text), .problem, text)
        }
    }

    private func finish(_ standing: Standing, _ kind: Entry.Kind, _ text: String) {
        if attention.isOn { append(kind, text) { $0.remark = "the run has ended" } }
        let time = time()
        content.withLock { content in
            content.endMacrostep(at: time)
            content.standing = standing
            // Better no state than one that was left before the end.
            if content.isStale { content.state = nil }
            content.effects = [:]
        }
        attention.end()
    }

    private func append(_ kind: Entry.Kind, _ text: String, _ change: (inout Entry) -> Void) {
        let time = time()
        content.withLock { content in
            var entry = Entry(number: content.log.count, time: time, kind: kind, text: text)
            change(&entry)
            content.log.append(entry)
        }
    }

    /// Appends an entry, if somebody watches and there are not too many.
    ///
    /// - Parameters:
    ///   - current: Whether it belongs to the event that is being processed.
    ///   - text: Describes it; called only if the entry is kept.
    private func append(_ kind: Entry.Kind, remark: String = "", current: Bool = false, _ text: () -> String) {
        guard attention.isOn else { return }
        let isKept = content.withLock { content in
            if current, content.current != nil { return true }
            guard !current, content.allowance > 0 else {
                content.omitted += 1
                return false
            }
            content.allowance -= 1
            return true
        }
        guard isKept else { return }
        append(kind, text()) { $0.remark = remark }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord.Content {
    /// Counts a transition; names that carry values could be endless.
    fileprivate mutating func count(_ edge: Edge) {
        if edges.count < 1000 || edges[edge] != nil { edges[edge, default: 0] += 1 }
    }

    /// Notes a state for the diagram; beyond so many, nobody could read it.
    fileprivate mutating func see(_ state: String) {
        if states.count <= Diagram.greatestSize, !states.contains(state) { states.append(state) }
    }

    fileprivate mutating func endMacrostep(at time: Duration) {
        guard let (event, start) = macrostep else { return }
        macrostep = nil
        rates.note(time - start, at: time)
        troubles.noteMacrostep(event, time - start)
    }
}

extension EventOrigin {
    fileprivate var remark: String {
        switch self {
        case .external: ""
        case .operation(let number): "from operation \(number)"
        case .action: "from an action"
        }
    }
}
