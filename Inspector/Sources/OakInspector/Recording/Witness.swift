public import Oak
import OakText

/// Notes the occurrences of a run of this program for its ``RunRecord``, within an allowance.
///
/// The thread of the machine only notes values where other threads may read them. They are described when the notes are
/// delivered to the record, in regular intervals, and where nobody watches at once.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class Witness: @unchecked Sendable {
    let record: RunRecord
    private let watch: Watch
    private let maySendValues: Bool
    private let lock = Lock()
    /// Takes no room until it is first needed: most runs are watched by nobody. Guarded by the lock.
    private lazy var present = makePresent()

    init(of record: RunRecord, watch: Watch, maySendValues: Bool) {
        self.record = record
        self.watch = watch
        self.maySendValues = maySendValues
    }

    private var settings: InspectorSettings { watch.ledger.settings }
    private var limits: ValueTree.Limits { watch.ledger.limits }

    private func time() -> Duration { watch.ledger.time() }

    private func makePresent() -> Present {
        // Values in the place of others say nothing of the size of those, and encodings may read objects.
        Present(describesAtOnce: !maySendValues || settings.showing != nil || settings.showsEncoding)
    }

    private func withPresent<Result>(_ body: (Present) -> Result) -> Result { lock.withLock { body(present) } }

    /// Describes a value on the thread of the machine.
    private func describe(_ value: Any) -> ValueTree {
        let survey = settings.redaction.survey(of: value, within: limits)
        noteNature(of: survey)
        return survey.tree
    }

    /// Values that are large, or may be changed by others, are not kept until the notes are delivered.
    private func noteNature(of survey: ValueTree.Survey) {
        guard survey.hasObjects || !survey.isComplete else { return }
        withPresent { present in
            if present.describesAtOnce { return }
            present.describesAtOnce = true
            // It lacks something that only the machine can describe.
            present.loseState()
        }
    }

    private func name(of effect: EffectSummary) -> String {
        abbreviated(effect.noun { settings.redaction.text(of: $0, upTo: limits.text) }, to: limits.text)
    }

    private func text(of error: any Error) -> String {
        abbreviated(settings.text(of: error), to: limits.text)
    }

    // MARK: Watching

    /// Watches the run from now on, and asks for its state.
    ///
    /// - Parameter allowance: The number of entries that may be kept at once.
    func attend(with allowance: Int) {
        withPresent { present in
            present.isWatched = true
            present.allowance = allowance
            // It may have changed while nobody watched.
            present.loseState()
        }
        watch.turnOn()
        record.access?.wake()
    }

    /// Watches the run no longer; the last notes are still to be delivered.
    func ignore() {
        watch.turnOff()
        // Nobody notices what happens until somebody watches again.
        change { $0.ignore() }
    }

    /// Lets more entries be kept, and asks for a state that was left out.
    ///
    /// - Parameters:
    ///   - more: The number of entries more.
    ///   - most: The number of those that may be kept at once.
    func renew(by more: Int, upTo most: Int) {
        let isStale = withPresent { present in
            present.allowance = min(present.allowance, most - more) + more
            return !present.knowsState
        }
        refresh()
        if isStale, !record.hasEnded {
            watch.turnOn()
            record.access?.wake()
        }
    }

    /// Delivers the notes, with what was counted.
    func refresh() {
        let waiting = record.access?.waitingEvents ?? 0
        withPresent { present in
            if present.waiting != waiting { (present.waiting, present.tally.waiting) = (waiting, waiting) }
        }
        deliver()
    }

    // MARK: Delivery

    /// Delivers the notes to the record; if that is under way, it includes them.
    func deliver() {
        var delivery = withPresent { $0.beginDelivery() }
        while let notes = delivery.take() {
            var state = notes.state
            for note in notes.notes { take(note, after: &state) }
            delivery = withPresent { [state] in $0.goOnDelivering(after: state) }
        }
    }

    private func take(_ note: Note, after state: inout ValueTree?) {
        switch note {
        case .news(let news, let time):
            switch news {
            case .entry(let entry): state = entry.state ?? state
            case .state(let shown): state = shown
            case .began, .effect, .tally, .end: break
            }
            record.take(news, at: time)
        case .tally(var tally, let slowest):
            if let slowest { tally.noteMacrostep(tree(of: slowest.event).name, slowest.length) }
            record.take(.tally(tally), at: time())
        case .output(let output, let time): record.take(.entry(Entry(.output, at: time, tree(of: output))), at: time)
        case .event(let event):
            var entry = Entry(.event, at: event.time, tree(of: event.event))
            entry.origin = event.origin
            entry.sender = event.sender
            switch event.answer {
            case nil: break
            case .refused(let kind, let child)?: (entry.kind, entry.child) = (kind, child)
            case .step(let source, let target)?:
                let before = source.map(tree(of:)) ?? state
                let after = tree(of: target)
                entry.complete(from: before ?? after, to: after)
                state = after
            }
            record.take(.entry(entry), at: event.time)
        }
    }

    private func tree(of portrayal: Portrayal) -> ValueTree {
        switch portrayal {
        case .tree(let tree): return tree
        case .value(let value):
            var limits = limits
            limits.opensObjects = false
            let survey = settings.redaction.survey(of: value.content, within: limits)
            noteNature(of: survey)
            return survey.tree
        }
    }

    // MARK: On the thread of the machine

    func begin(in state: Any) {
        let tree = describe(state)
        let time = time()
        note { present in
            present.knowState()
            present.notes.append(.news(.entry(Entry(.start, at: time, tree.name, state: tree)), at: time))
        }
    }

    /// Shows the state of a machine at rest.
    func show(_ state: Any) {
        let tree = describe(state)
        let time = time()
        note { present in
            present.noteEvent()
            present.knowState()
            present.notes.append(.news(.state(tree), at: time))
        }
    }

    @usableFromInline func endMacrostep() {
        // Most often it has ended already, and nobody has to look at a clock.
        change { $0.macrostep == nil ? nil : $0.endMacrostep(at: time()) }
    }

    func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        // Told on their own.
        case .runStarted, .eventTaken, .transition, .output: break
        case .eventPostponed: if watch.isOn { withPresent { $0.answer(.refused(.postponed, by: [])) } }
        case .eventUnexpected(let event, let child):
            let name = watch.isOn ? settings.tree(of: event).name : ""
            withPresent { present in
                present.answer(.refused(.unexpected, by: child.map(\.description)))
                present.tally.unexpected[name, default: 0] += 1
            }
        case .sendRejected(let event, let error):
            if case TransducerError.bufferOverflow = error { withPresent { $0.tally.full += 1 } }
            append { Entry(.rejected, at: $0, self.settings.tree(of: event), remark: self.text(of: error)) }
        case .effectStarted(let effect):
            if effect.number != 0 { tell(.effect(effect.number, .begins(name(of: effect), after: nil))) }
            append { Entry(.effect, at: $0, self.name(of: effect), remark: "begins") }
        case .effectEnded(let effect, let error):
            tell(.effect(effect.number, .ends))
            let (kind, remark) = error.map { (Entry.Kind.problem, "failed: \(text(of: $0))") } ?? (.effect, "ends")
            append { Entry(kind, at: $0, self.name(of: effect), remark: remark) }
        case .effectCancelled(let effect, let reason):
            tell(.effect(effect.number, .cancelled))
            append { Entry(.effect, at: $0, self.name(of: effect), remark: "cancelled: \(reason)") }
        case .effectOverdue(let effect):
            tell(.effect(effect.number, .overdue))
            append { Entry(.problem, at: $0, self.name(of: effect), remark: "cancelled, but not ended in time") }
        case .runEnded(let result): end(result)
        }
    }

    /// The event that comes next was sent by a run.
    @usableFromInline func take(sentBy run: Int) { withPresent { $0.sender = run } }

    @usableFromInline func take<Event>(_ event: Event, from origin: EventOrigin) {
        let time = time()
        var isOpen = false
        change { present in
            guard present.mayNoteEvent() else { return nil }
            isOpen = present.describesAtOnce
            return isOpen ? nil : present.begin(.value(Kept(event)), at: time, from: origin)
        }
        guard isOpen else { return }
        let event = Portrayal.tree(describe(event))
        let end = self.time()
        change { present in
            defer { present.macrostep?.start += end - time }
            return present.begin(event, at: time, from: origin)
        }
    }

    @usableFromInline func step<State>(from source: State, to target: State) {
        let isOpen = withPresent { present in
            guard case .pending = present.current else { return false }
            if present.describesAtOnce { return true }
            let before: Portrayal? = present.knowsState ? nil : .value(Kept(source))
            present.answer(.step(from: before, to: .value(Kept(target))))
            present.knowState()
            return false
        }
        guard isOpen else { return }
        let time = time()
        let before: Portrayal? = withPresent { $0.knowsState } ? nil : .tree(describe(source))
        let after = Portrayal.tree(describe(target))
        let end = self.time()
        withPresent { present in
            present.macrostep?.start += end - time
            present.knowState()
            present.answer(.step(from: before, to: after))
        }
    }

    /// Tells of an output, which belongs to the event that is being processed.
    @usableFromInline func tell<Output>(_ output: Output) {
        guard watch.isOn else { return }
        let describesAtOnce = withPresent { present -> Bool? in
            if case .omitted = present.current {
                present.tally.omitted += 1
                return nil
            }
            return present.describesAtOnce
        }
        guard let describesAtOnce else { return }
        let output = describesAtOnce ? Portrayal.tree(describe(output)) : .value(Kept(output))
        let time = time()
        note { present in
            present.noteEvent()
            present.notes.append(.output(output, at: time))
        }
    }

    /// The effect that has just begun waits first.
    func wait(_ effect: EffectSummary, _ length: Duration) {
        tell(.effect(effect.number, .begins(name(of: effect), after: length)))
    }

    private func end<Output>(_ result: Result<Output, any Error>) {
        let standing: Standing
        switch result {
        case .success(let output): standing = .ended(output is Void ? "" : settings.tree(of: output).text)
        case .failure(let error):
            let isDeadlock = if case TransducerError.deadlock = error { true } else { false }
            standing = .failed(text(of: error), isDeadlock: isDeadlock)
        }
        let time = time()
        change { present in
            let released = present.endMacrostep(at: time)
            present.noteEvent()
            if watch.isOn { present.notes.append(.news(.entry(Entry(standing, at: time)), at: time)) }
            present.noteTally()
            present.notes.append(.news(.end(standing), at: time))
            present.isWatched = false
            return released
        }
        deliver()
        watch.turnOff()
    }

    /// Changes the notes, and ends the value that is given up once the lock is free.
    private func change(_ change: (Present) -> Portrayal?) {
        let released = withPresent(change)
        withExtendedLifetime(released) {}
    }

    /// Notes something, and delivers it if nobody else will do so soon.
    private func note(_ change: (Present) -> Void) {
        let isSafe = withPresent { present in
            change(present)
            return present.isWatched && present.notes.count < Present.mostNotes
        }
        if !isSafe { deliver() }
    }

    private func tell(_ news: News) {
        let time = time()
        note { $0.notes.append(.news(news, at: time)) }
    }

    /// Appends an entry, if somebody watches and there are not too many.
    private func append(_ entry: (Duration) -> Entry) {
        guard watch.isOn, withPresent({ $0.mayAppend() }) else { return }
        let entry = entry(time())
        note { present in
            present.noteEvent()
            present.notes.append(.news(.entry(entry), at: entry.time))
        }
    }
}
