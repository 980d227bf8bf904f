#if Server
    import CoreMetrics
    import Foundation
    public import Oak

    /// The metrics of one run, made when they are first needed.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @usableFromInline final class RunMeters {
        private enum EventOutcome: String { case taken, postponed, unexpected, rejected }
        private enum OperationOutcome: String { case returned, failed, cancelled }

        private let factory: any MetricsFactory
        private let mailboxDepth: (() -> Int)?
        private var machine: String
        private var times = RunTimes()
        private var cancelled: Set<Int> = []

        private var events: [EventOutcome: Counter] = [:]
        private var operations: [String: Meter] = [:]
        private var durations: [String: [OperationOutcome: CoreMetrics.Timer]] = [:]
        private lazy var macrosteps = CoreMetrics.Timer(
            label: "oak.machine.macrostep.duration", dimensions: labels, preferredDisplayUnit: .seconds,
            factory: factory)
        private lazy var depth = Gauge(label: "oak.machine.mailbox.depth", dimensions: labels, factory: factory)

        init(_ machine: String?, mailboxDepth: (() -> Int)?, _ factory: any MetricsFactory) {
            self.machine = machine ?? ""
            self.mailboxDepth = mailboxDepth
            self.factory = factory
        }

        private var labels: [(String, String)] { [("machine", machine)] }

        @usableFromInline func noteEvent(from origin: EventOrigin) {
            if let duration = times.noteEvent(from: origin) { record(duration, in: macrosteps) }
            if origin != .action { count(.taken) }
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
            case .eventPostponed: count(.postponed)
            case .eventUnexpected: count(.unexpected)
            case .sendRejected(_, TransducerError.rejectionsOmitted(let number)): count(.rejected, by: number)
            case .sendRejected: count(.rejected)
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
            Counter(label: "oak.machine.runs", dimensions: labels + [("outcome", outcome)], factory: factory)
                .increment()
        }

        private func count(_ outcome: EventOutcome, by number: Int = 1) {
            if let counter = events[outcome] { return counter.increment(by: number) }
            let counter = Counter(
                label: "oak.machine.events", dimensions: labels + [("outcome", outcome.rawValue)], factory: factory)
            events[outcome] = counter
            counter.increment(by: number)
        }

        private func noteEnd(of effect: EffectSummary, _ error: (any Error)?) {
            guard effect.isTimed, let duration = times.noteEnd(of: effect) else { return }
            meter(of: effect).decrement()
            let isCancelled = cancelled.remove(effect.number) != nil || error?.isCancellation ?? false
            let outcome: OperationOutcome = isCancelled ? .cancelled : error == nil ? .returned : .failed
            let name = OperationNames.shared.name(of: effect.label, in: machine)
            if let timer = durations[name]?[outcome] { return record(duration, in: timer) }
            let timer = CoreMetrics.Timer(
                label: "oak.machine.operation.duration",
                dimensions: labels + [("operation", name), ("outcome", outcome.rawValue)],
                preferredDisplayUnit: .seconds, factory: factory)
            durations[name, default: [:]][outcome] = timer
            record(duration, in: timer)
        }

        private func meter(of effect: EffectSummary) -> Meter {
            let name = OperationNames.shared.name(of: effect.label, in: machine)
            if let meter = operations[name] { return meter }
            let meter = Meter(
                label: "oak.machine.operations", dimensions: labels + [("operation", name)], factory: factory)
            operations[name] = meter
            return meter
        }
    }

    extension EffectSummary {
        /// Whether it is an operation, and not a part of one or an action.
        fileprivate var isTimed: Bool { kind == .operation || kind == .isolatedOperation }

        fileprivate var label: String { id?.nameWithoutValues ?? "\(kind)" }
    }

    /// The names of operations by their machines, which all runs of the process share.
    private final class OperationNames: @unchecked Sendable {
        static let shared = OperationNames()

        private let lock = NSLock()
        // Guarded by the lock.
        private var names: [String: BoundedNames] = [:]

        func name(of text: String, in machine: String) -> String {
            lock.withLock { names[machine, default: BoundedNames(limit: 100)].name(of: text) }
        }
    }

    /// The values of a label, of which there may be only so many.
    struct BoundedNames {
        private let limit: Int
        private var names: Set<String> = []

        init(limit: Int) { self.limit = limit }

        mutating func name(of text: String) -> String {
            if names.contains(text) { return text }
            guard names.count < limit else { return "other" }
            names.insert(text)
            return text
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    func record(_ duration: Duration, in timer: CoreMetrics.Timer) {
        let (seconds, attoseconds) = duration.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
#endif
