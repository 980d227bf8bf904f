#if Tracing
    public import Oak
    public import Tracing

    /// The spans of one run.
    ///
    /// Only its run loop touches it, which is stricter than the exclusivity that would be checked at run time.
    @usableFromInline final class RunSpans {
        private let tracer: any Tracer
        private let events: TracedEvents
        /// Whether the process has no tracer.
        private let isSilent: Bool
        @exclusivity(unchecked) private var machine: String

        /// The context of the event that is reported next.
        @exclusivity(unchecked) @usableFromInline var sender: ServiceContext?
        /// Whether a span of a macrostep is under way.
        @exclusivity(unchecked) @usableFromInline private(set) var hasMacrostep = false
        /// Whether the tracer keeps that span.
        @exclusivity(unchecked) @usableFromInline private(set) var isRecording = false
        @exclusivity(unchecked) private var macrostep: (any Span)?
        @exclusivity(unchecked) private var operations: [Int: any Span] = [:]
        @exclusivity(unchecked) private var cancelled: Set<Int> = []
        /// The operation that has ended last, whose answer may be the next event.
        @exclusivity(unchecked) private var ended: (number: Int, context: ServiceContext)?
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
            case .external, .action:
                if hasMacrostep { endMacrostep() }
                return events == .all || sender != nil
            case .operation(let number):
                if hasMacrostep { endMacrostep() }
                if sender == nil, let ended, ended.number == number { sender = ended.context }
                return events == .all || sender != nil
            }
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

        @usableFromInline func note<State>(_ state: State) {
            macrostep?.attributes["oak.state"] = nameWithoutValues(of: state)
        }

        @usableFromInline func endMacrostep() {
            macrostep?.end()
            (macrostep, hasMacrostep, isRecording) = (nil, false, false)
        }

        @usableFromInline func context(of operation: EffectSummary?) -> ServiceContext? {
            guard let operation else { return macrostep?.context }
            return operations[operation.number]?.context
        }

        @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .runStarted:
                noteName(State.self)
                surroundings = .current
            case .eventPostponed: macrostep?.attributes["oak.outcome"] = "postponed"
            case .eventUnexpected: macrostep?.attributes["oak.outcome"] = "unexpected"
            case .effectStarted(let effect): noteBeginning(of: effect)
            case .effectEnded(let effect, let error): noteEnd(of: effect, error)
            case .effectCancelled(let effect, _): cancelled.insert(effect.number)
            case .runEnded(let result):
                if case .failure(let error) = result { macrostep?.fail(with: error) }
                endMacrostep()
                for span in operations.values { span.end() }
                (operations, cancelled, ended) = ([:], [], nil)
            case .eventTaken, .transition, .output, .effectOverdue, .sendRejected: break
            }
        }

        private func noteName<State>(_ state: State.Type) {
            if machine.isEmpty { machine = machineName(ofState: State.self) }
        }

        private func noteBeginning(of effect: EffectSummary) {
            guard !isSilent, effect.kind == .operation || effect.kind == .isolatedOperation else { return }
            let parent = macrostep?.context ?? surroundings
            guard events == .all || parent != nil else { return }
            let name = effect.id?.nameWithoutValues ?? "\(effect.kind)"
            let span = tracer.startAnySpan("\(machine) \(name)", context: parent ?? .topLevel)
            span.updateAttributes { attributes in
                attributes["oak.machine"] = machine
                attributes["oak.effect"] = name
            }
            operations[effect.number] = span
        }

        private func noteEnd(of effect: EffectSummary, _ error: (any Error)?) {
            let isCancelled = cancelled.remove(effect.number) != nil
            guard let span = operations.removeValue(forKey: effect.number) else { return }
            if let error, !isCancelled { span.fail(with: error) }
            if isCancelled { span.attributes["oak.outcome"] = "cancelled" }
            span.end()
            ended = (effect.number, span.context)
        }
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
