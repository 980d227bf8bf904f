import Oak
import Synchronization

/// Describes the occurrences of a run of this program for its ``RunRecord``, within an allowance.
///
/// The thread of the machine calls it, and the ledger in regular intervals.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Witness: Sendable {
    fileprivate struct Present {
        /// The number of entries that may be kept until the next picture.
        var allowance = 0
        var tally = Tally()
        /// The number of events in the mailbox, as it was last told.
        var waiting = 0
        /// The present state, unless it has changed since it was last described.
        var state: ValueTree?
        /// The event that is being processed, if it is kept.
        var current = Current.omitted
        /// The number of the run that has sent the event which comes next, if it is watched.
        var sender: Int?
        /// The macrostep under way, and its beginning without the time that the inspector has taken since.
        var macrostep: (event: String, start: Duration)?
    }

    /// The entry of the event that is being processed.
    fileprivate enum Current {
        case omitted
        /// The answer of the machine is not complete.
        case pending(Entry)
        case told
    }

    let record: RunRecord
    private let access: _RunAccess?
    private let attention: Attention
    private let settings: InspectorSettings
    private let limits: ValueTree.Limits
    private let time: @Sendable () -> Duration
    private let present = Mutex(Present())

    init(
        of record: RunRecord, access: _RunAccess?, attention: Attention, settings: InspectorSettings,
        clock time: @escaping @Sendable () -> Duration
    ) {
        self.record = record
        self.access = access
        self.attention = attention
        self.settings = settings
        self.time = time
        limits = settings.limits
    }

    private func tree(of value: Any) -> ValueTree { settings.tree(of: value) }

    private func name(of effect: EffectSummary) -> String {
        abbreviated(effect.noun { settings.redaction.description(of: $0) }, to: limits.text)
    }

    private func text(of error: any Error) -> String {
        abbreviated(settings.text(of: error), to: limits.text)
    }
}

// MARK: - Watching

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Witness {
    /// Watches the run from now on, and asks for its state.
    func attend(with allowance: Int) {
        present.withLock { $0.allowance = allowance }
        access?.keepSenders(true)
        attention.begin()
        access?.wake()
    }

    /// Watches the run no longer.
    func ignore() {
        attention.end()
        access?.keepSenders(false)
        // Nobody notices what happens until somebody watches again.
        present.withLock { present in
            tellEntry(&present)
            present.current = .omitted
            present.macrostep = nil
            present.loseState()
        }
    }

    /// Lets more entries be kept, and asks for a state that was left out.
    func renew(_ allowance: Int) {
        let isStale = present.withLock { present in
            present.allowance = allowance
            return present.state == nil
        }
        refresh()
        if isStale, !record.hasEnded {
            attention.begin()
            access?.wake()
        }
    }

    /// Tells what was counted, and the entry that has its answer.
    func refresh() {
        let waiting = access?.waitingEvents ?? 0
        present.withLock { present in
            if present.waiting != waiting { (present.waiting, present.tally.waiting) = (waiting, waiting) }
            if case .pending(let entry) = present.current, !entry.isAnswered { return }
            tell(&present)
        }
    }

    /// Tells the record what it does not know. It is locked after the witness, never before.
    private func tell(_ present: inout Present) {
        tellEntry(&present)
        guard present.tally != Tally() else { return }
        record.take(.tally(present.tally), at: time())
        present.tally = Tally()
    }

    private func tellEntry(_ present: inout Present) {
        guard case .pending(let entry) = present.current else { return }
        record.take(.entry(entry), at: entry.time)
        present.current = .told
    }
}

// MARK: - On the thread of the machine

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Witness {
    func begin(in state: Any) {
        let tree = tree(of: state)
        present.withLock { $0.know(tree) }
        record.take(.entry(Entry(.start, at: time(), tree.name, state: tree)), at: time())
    }

    /// Shows the state of a machine at rest.
    func show(_ state: Any) {
        let tree = tree(of: state)
        present.withLock { present in
            tellEntry(&present)
            present.know(tree)
            record.take(.state(tree), at: time())
        }
    }

    func endMacrostep() {
        let time = time()
        present.withLock { $0.endMacrostep(at: time) }
    }

    func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .runStarted(let state): begin(in: state)
        case .eventTaken(let event, let origin): take(event, from: origin)
        case .transition(let source, _, let target): step(from: source, to: target)
        case .output(let output): if !(output is Void) { tell(output) }
        case .eventPostponed: answer(.postponed)
        case .eventUnexpected(let event, let child):
            answer(.unexpected, child.isEmpty ? "" : "of child \(child.map(\.description).joined(separator: "."))")
            let name = attention.isOn ? tree(of: event).name : ""
            present.withLock { $0.tally.unexpected[name, default: 0] += 1 }
        case .sendRejected(let event, let error):
            if case TransducerError.bufferOverflow = error { present.withLock { $0.tally.full += 1 } }
            append(.rejected, remark: text(of: error)) { self.tree(of: event) }
        case .effectStarted(let effect): begin(effect)
        case .effectEnded(let effect, let error): end(effect, error.map(text(of:)))
        case .effectCancelled(let effect, let reason): cancel(effect, "\(reason)")
        case .effectOverdue(let effect):
            record.take(.effect(effect.number, .overdue), at: time())
            append(.problem, name(of: effect), "cancelled, but not ended in time")
        case .runEnded(let result): end(result)
        }
    }

    /// The event that comes next was sent by a run.
    func take(sentBy run: Int?) { present.withLock { $0.sender = run } }

    private func take(_ event: Any, from origin: EventOrigin) {
        let time = time()
        let (isKept, sender) = present.withLock { present -> (Bool, Int?) in
            let sender = present.sender.take()
            tellEntry(&present)
            present.tally.events += 1
            if present.allowance > 0 {
                present.allowance -= 1
                return (true, sender)
            }
            present.tally.omitted += 1
            present.current = .omitted
            present.loseState()
            return (false, nil)
        }
        guard isKept else { return }
        let tree = tree(of: event)
        let end = self.time()
        present.withLock { present in
            if origin == .action {
                present.macrostep?.start += end - time
            } else {
                present.endMacrostep(at: time)
                present.macrostep = (tree.name, end)
            }
            var entry = Entry(.event, at: time, tree, remark: origin.remark)
            entry.sender = sender
            present.current = .pending(entry)
        }
    }

    private func step<State>(from source: State, to target: State) {
        let known: ValueTree?? = present.withLock { present in
            if case .pending = present.current { .some(present.state) } else { nil }
        }
        guard let known else { return }
        let time = time()
        let before = known ?? tree(of: source)
        let state = tree(of: target)
        let end = self.time()
        present.withLock { present in
            present.macrostep?.start += end - time
            present.know(state)
            guard case .pending(var entry) = present.current else { return }
            entry.complete(from: before, to: state)
            present.current = .pending(entry)
        }
    }

    private func answer(_ kind: Entry.Kind, _ remark: String = "") {
        present.withLock { present in
            guard case .pending(var entry) = present.current else { return }
            entry.kind = kind
            if !remark.isEmpty { entry.remark = remark }
            present.current = .pending(entry)
        }
    }

    /// Tells of an output, which belongs to the event that is being processed.
    private func tell<Output>(_ output: Output) {
        guard attention.isOn else { return }
        let isKept = present.withLock { present in
            if case .omitted = present.current {
                present.tally.omitted += 1
                return false
            }
            return true
        }
        if isKept { append(Entry(.output, at: time(), tree(of: output))) }
    }

    private func begin(_ effect: EffectSummary) {
        if effect.number != 0 { record.take(.effect(effect.number, .begins(name(of: effect), after: nil)), at: time()) }
        append(.effect, name(of: effect), "begins")
    }

    /// The effect that has just begun waits first.
    func wait(_ effect: EffectSummary, _ length: Duration) {
        record.take(.effect(effect.number, .begins(name(of: effect), after: length)), at: time())
    }

    private func end(_ effect: EffectSummary, _ error: String?) {
        record.take(.effect(effect.number, .ends), at: time())
        append(error == nil ? .effect : .problem, name(of: effect), error.map { "failed: \($0)" } ?? "ends")
    }

    private func cancel(_ effect: EffectSummary, _ reason: String) {
        record.take(.effect(effect.number, .cancelled), at: time())
        append(.effect, name(of: effect), "cancelled: \(reason)")
    }

    private func end<Output>(_ result: Result<Output, any Error>) {
        let standing: Standing
        switch result {
        case .success(let output): standing = .ended(output is Void ? "" : tree(of: output).text)
        case .failure(let error):
            let isDeadlock = if case TransducerError.deadlock = error { true } else { false }
            standing = .failed(text(of: error), isDeadlock: isDeadlock)
        }
        let time = time()
        present.withLock { present in
            present.endMacrostep(at: time)
            tell(&present)
            if attention.isOn {
                record.take(.entry(Entry(standing, at: time)), at: time)
            }
            record.take(.end(standing), at: time)
        }
        attention.end()
    }

    /// Appends an entry, if somebody watches and there are not too many.
    ///
    /// - Parameter value: Describes the value that it tells of; called only if the entry is kept.
    private func append(_ kind: Entry.Kind, remark: String, _ value: () -> ValueTree) {
        if mayAppend() { append(Entry(kind, at: time(), value(), remark: remark)) }
    }

    private func append(_ kind: Entry.Kind, _ text: String, _ remark: String) {
        if mayAppend() { append(Entry(kind, at: time(), text, remark: remark)) }
    }

    private func mayAppend() -> Bool {
        guard attention.isOn else { return false }
        return present.withLock { present in
            guard present.allowance > 0 else {
                present.tally.omitted += 1
                return false
            }
            present.allowance -= 1
            return true
        }
    }

    private func append(_ entry: Entry) {
        present.withLock { present in
            tellEntry(&present)
            record.take(.entry(entry), at: entry.time)
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Witness.Present {
    fileprivate mutating func know(_ state: ValueTree) {
        self.state = state
        tally.isStale = false
    }

    /// The state has changed, or may have, without having been described.
    fileprivate mutating func loseState() {
        state = nil
        tally.isStale = true
    }

    fileprivate mutating func endMacrostep(at time: Duration) {
        guard let (event, start) = macrostep else { return }
        macrostep = nil
        tally.noteMacrostep(event, time - start)
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
