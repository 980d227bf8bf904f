#if Server
    import CoreMetrics
    public import Oak

    /// Counts and times what happens in one run, in metrics that it shares with others.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @usableFromInline final class RunMeters {
        private enum EventOutcome: String { case taken, postponed, unexpected, rejected }
        private enum OperationOutcome: String { case returned, failed, cancelled }

        private let meters: Meters
        private let mailboxDepth: (() -> Int)?
        private var machine: String
        private var times = RunTimes()
        private var cancelled: Set<Int> = []

        // Each event needs these.
        private lazy var taken = counter(of: .taken)
        private lazy var macrosteps = meters.timer("oak.machine.macrostep.duration", label)
        private lazy var depth = meters.gauge("oak.machine.mailbox.depth", label)

        init(_ machine: String?, mailboxDepth: (() -> Int)?, _ factory: (any MetricsFactory)?) {
            self.machine = machine ?? ""
            self.mailboxDepth = mailboxDepth
            meters = .shared(by: factory)
        }

        private var label: (String, String) { ("machine", machine) }

        @usableFromInline func noteEvent(from origin: EventOrigin) {
            if let duration = times.noteEvent(from: origin) { record(duration, in: macrosteps) }
            if origin != .action { taken.increment() }
            if let mailboxDepth { depth.record(mailboxDepth()) }
        }

        @usableFromInline func noteEndOfMacrostep() {
            if let duration = times.noteEnd() { record(duration, in: macrosteps) }
        }

        @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .runStarted:
                if machine.isEmpty { machine = machineName(ofState: State.self) }
                countRun("started")
            case .eventTaken(_, let origin): noteEvent(from: origin)
            case .eventPostponed: counter(of: .postponed).increment()
            case .eventUnexpected: counter(of: .unexpected).increment()
            case .sendRejected(_, TransducerError.rejectionsOmitted(let number)):
                counter(of: .rejected).increment(by: number)
            case .sendRejected: counter(of: .rejected).increment()
            case .transition, .output, .effectOverdue: break
            case .effectStarted(let effect):
                guard effect.isTimed else { return }
                times.noteBeginning(of: effect)
                meter(of: effect).increment()
            case .effectEnded(let effect, let error): noteEnd(of: effect, error)
            case .effectCancelled(let effect, _): if effect.isTimed { cancelled.insert(effect.number) }
            case .runEnded(let result):
                noteEndOfMacrostep()
                switch result {
                case .success: countRun("ended")
                case .failure(let error): countRun(error.isCancellation ? "cancelled" : "failed")
                }
            }
        }

        private func countRun(_ outcome: String) {
            meters.counter("oak.machine.runs", label, ("outcome", outcome)).increment()
        }

        private func counter(of outcome: EventOutcome) -> Counter {
            meters.counter("oak.machine.events", label, ("outcome", outcome.rawValue))
        }

        private func noteEnd(of effect: EffectSummary, _ error: (any Error)?) {
            guard effect.isTimed, let duration = times.noteEnd(of: effect) else { return }
            meter(of: effect).decrement()
            let isCancelled = cancelled.remove(effect.number) != nil || error?.isCancellation ?? false
            let outcome: OperationOutcome = isCancelled ? .cancelled : error == nil ? .returned : .failed
            let name = OperationNames.name(of: effect.label, in: machine)
            let timer = meters.timer(
                "oak.machine.operation.duration", label, ("operation", name), ("outcome", outcome.rawValue))
            record(duration, in: timer)
        }

        private func meter(of effect: EffectSummary) -> Meter {
            meters.meter(
                "oak.machine.operations", label, ("operation", OperationNames.name(of: effect.label, in: machine)))
        }
    }

    extension EffectSummary {
        /// Whether it is an operation, and not a part of one or an action.
        fileprivate var isTimed: Bool { kind == .operation || kind == .isolatedOperation }

        fileprivate var label: String { id?.nameWithoutValues ?? "\(kind)" }
    }

    /// The names of operations by their machines, which all runs of the process share.
    private enum OperationNames {
        private static let known = Protected<[String: BoundedNames]>([:])

        static func name(of text: String, in machine: String) -> String {
            known.withLock { $0[machine, default: BoundedNames(limit: 100)].name(of: text) }
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    func record(_ duration: Duration, in timer: CoreMetrics.Timer) {
        let (seconds, attoseconds) = duration.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
#endif
