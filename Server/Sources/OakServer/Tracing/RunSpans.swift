#if Server
    public import Oak
    import Tracing

    /// The spans of one run.
    ///
    /// Only its run loop touches it, which is stricter than the exclusivity that would be checked at run time.
    @usableFromInline final class RunSpans {
        private let tracer: any Tracer
        private let events: TracedEvents
        /// Whether the process has no tracer.
        private let isSilent: Bool
        @exclusivity(unchecked) private var machine: String

        /// The contexts in which events were sent, or those of the macrosteps that have postponed them.
        private let contexts = EventSenders<ServiceContext>()
        /// The number of the event that was taken last.
        @exclusivity(unchecked) private var number: MailNumber = 0
        /// The context of the event that is reported next.
        @exclusivity(unchecked) private var sender: ServiceContext?
        /// Whether a span of a macrostep is under way.
        @exclusivity(unchecked) private var hasMacrostep = false
        /// Whether the tracer keeps that span.
        @exclusivity(unchecked) @usableFromInline private(set) var isRecording = false
        @exclusivity(unchecked) private var macrostep: (any Span)?
        @exclusivity(unchecked) private var operations: [Int: OperationSpan] = [:]
        @exclusivity(unchecked) private var cancelled: Set<Int> = []
        /// The operation that has just ended, whose answer, or the next step of whose sequence, may follow.
        @exclusivity(unchecked) private var ended: (number: Int, operation: OperationSpan)?
        /// The context in which the run began, for the activities of its first state.
        @exclusivity(unchecked) private var surroundings: ServiceContext?

        init(_ machine: String?, _ events: TracedEvents, _ tracer: any Tracer) {
            self.machine = machine ?? ""
            self.events = events
            self.tracer = tracer
            isSilent = tracer is NoOpTracer
        }

        /// Whether the event that is taken begins a macrostep with a span.
        @usableFromInline func beginsMacrostep(from origin: EventOrigin) -> Bool {
            if isSilent { return false }
            switch origin {
            case .action where hasMacrostep: return isRecording
            // That of an action which is a step of a sequence.
            case .action: sender = sender ?? ended?.operation.cause
            case .external: ended = nil
            case .operation(let number):
                let operation = operations[number] ?? (ended?.number == number ? ended?.operation : nil)
                sender = sender ?? operation?.span.context
            }
            if hasMacrostep { endMacrostep() }
            surroundings = nil
            return events == .all || sender != nil
        }

        @usableFromInline func begin<State, Event>(_ event: Event, from origin: EventOrigin, _ state: State.Type) {
            let name = nameWithoutValues(of: event)
            if origin == .action, let macrostep {
                macrostep.addEvent(SpanEvent(name: name))
                return
            }
            noteName(State.self)
            let span = tracer.startAnySpan("\(machine) \(name)", context: sender ?? .topLevel, ofKind: .consumer)
            (macrostep, hasMacrostep, isRecording, sender, ended) = (span, true, span.isRecording, nil, nil)
            guard isRecording else { return }
            span.updateAttributes { attributes in
                attributes["oak.machine"] = machine
                attributes["oak.event"] = name
            }
        }

        func note(_ note: RunNote) {
            let context = contexts.follow(note) { early in
                early.map { ($0 as? EarlyContext)?.context } ?? ServiceContext.current
            }
            // Other notes come from other threads.
            if case .takes(let number) = note { (self.number, sender) = (number, context) }
        }

        @usableFromInline func note<State>(_ state: State) {
            macrostep?.attributes["oak.state"] = nameWithoutValues(of: state)
        }

        /// Ends the macrostep, and whatever follows from the end of an operation.
        func rest() {
            endMacrostep()
            ended = nil
        }

        private func endMacrostep() {
            macrostep?.end()
            (macrostep, hasMacrostep, isRecording) = (nil, false, false)
        }

        /// Whether the loop has to say when it rests.
        var isAtWork: Bool { hasMacrostep || ended != nil }

        func context(of operation: EffectSummary?) -> ServiceContext? {
            guard let operation else { return cause }
            return operations[operation.number]?.span.context
        }

        @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .runStarted:
                noteName(State.self)
                surroundings = .current
            case .eventPostponed:
                contexts.keep(cause, for: number)
                macrostep?.attributes["oak.outcome"] = "postponed"
            case .eventUnexpected: macrostep?.attributes["oak.outcome"] = "unexpected"
            case .effectStarted(let effect): noteBeginning(of: effect)
            case .effectEnded(let effect, let error): noteEnd(of: effect, error)
            case .effectCancelled(let effect, _): cancelled.insert(effect.number)
            case .runEnded(let result):
                if case .failure(let error) = result { macrostep?.fail(with: error) }
                endMacrostep()
                for operation in operations.values { operation.span.end() }
                (operations, cancelled, ended) = ([:], [], nil)
                contexts.forgetAll()
            case .eventTaken, .transition, .output, .effectOverdue, .sendRejected: break
            }
        }

        /// The context of whatever begins now: that of the macrostep, also if its sequence goes on later.
        private var cause: ServiceContext? { macrostep?.context ?? ended?.operation.cause ?? surroundings }

        private func noteName<State>(_ state: State.Type) {
            if machine.isEmpty { machine = machineName(ofState: State.self) }
        }

        private func noteBeginning(of effect: EffectSummary) {
            guard !isSilent, effect.kind == .operation || effect.kind == .isolatedOperation else { return }
            let parent = cause
            guard events == .all || parent != nil else { return }
            let name = effect.id?.nameWithoutValues ?? "\(effect.kind)"
            let span = tracer.startAnySpan("\(machine) \(name)", context: parent ?? .topLevel)
            span.updateAttributes { attributes in
                attributes["oak.machine"] = machine
                attributes["oak.effect"] = name
            }
            operations[effect.number] = OperationSpan(span: span, cause: parent)
        }

        private func noteEnd(of effect: EffectSummary, _ error: (any Error)?) {
            let isCancelled = cancelled.remove(effect.number) != nil
            guard let operation = operations.removeValue(forKey: effect.number) else { return }
            let span = operation.span
            if let error, !isCancelled { span.fail(with: error) }
            if isCancelled { span.attributes["oak.outcome"] = "cancelled" }
            span.end()
            ended = (effect.number, operation)
        }
    }

    /// The context of a sender whose run has not begun.
    final class EarlyContext: Sendable {
        let context: ServiceContext

        init(_ context: ServiceContext) { self.context = context }
    }

    /// Called before the program begins, so that no event is sent before.
    @c(oak_server_start)
    func readEarlyContexts() { EarlySenders.reader = { ServiceContext.current.map(EarlyContext.init) } }

    /// The span of an operation.
    private struct OperationSpan {
        let span: any Span
        /// The context of the macrostep that has begun it.
        let cause: ServiceContext?
    }

    extension Span {
        /// Records the error that has ended the work, unless it is a cancellation.
        func fail(with error: any Error) {
            if error is CancellationError {
                attributes["oak.outcome"] = "cancelled"
            } else {
                recordError(error)
                setStatus(SpanStatus(code: .error))
            }
        }
    }
#endif
