#if Server
    public import Logging
    public import Oak
    import OakText

    /// The log of one run.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @usableFromInline final class RunLog {
        @usableFromInline let logger: Logger
        @usableFromInline let levels: MachineLogLevels
        private let values: LoggedValues
        private var times = RunTimes()
        private var machine: String?

        init(_ logger: Logger, _ levels: MachineLogLevels, _ values: LoggedValues) {
            self.logger = logger
            self.levels = levels
            self.values = values
        }

        /// - Parameter level: The level of the occurrence, which the logger takes.
        @usableFromInline func note<State, Event, Output>(
            _ occurrence: Occurrence<State, Event, Output>, at level: Logger.Level
        ) {
            guard let (message, values) = line(about: occurrence) else { return }
            let machine = self.machine ?? machineName(ofState: State.self)
            self.machine = machine
            let metadata = values.merging(["machine": machine]) { $1 }.compactMapValues {
                $0.map { Logger.MetadataValue.string($0) }
            }
            logger.log(level: level, message, metadata: metadata)
        }

        private func line<State, Event, Output>(
            about occurrence: Occurrence<State, Event, Output>
        ) -> (Logger.Message, [String: String?])? {
            switch occurrence {
            case .runStarted(let state): return ("The run begins.", ["state": text(state)])
            case .eventTaken(_, let origin):
                times.noteEvent(from: origin)
                return nil
            case .eventPostponed(let event): return ("An event is postponed.", ["event": text(event)])
            case .eventUnexpected(let event, let child):
                return ("An event was unexpected.", ["event": text(event), "child": path(child)])
            case .transition(let old, let event, let new):
                let duration = seconds(times.sinceEvent)
                let values = ["from": text(old), "event": text(event), "state": text(new), "duration": duration]
                return ("A transition was made.", values)
            case .output(let output):
                return saysNothing(output) ? nil : ("An output was produced.", ["output": text(output)])
            case .effectStarted(let effect):
                times.noteBeginning(of: effect)
                return ("An effect begins.", name(effect))
            case .effectEnded(let effect, let error):
                let end = ["error": text(error), "duration": seconds(times.noteEnd(of: effect))]
                return ("An effect has ended.", name(effect).merging(end) { $1 })
            case .effectCancelled(let effect, let reason):
                return ("An effect is cancelled.", name(effect).merging(["reason": "\(reason)"]) { $1 })
            case .effectOverdue(let effect):
                return ("An effect has gone on for longer than the grace period after its cancellation.", name(effect))
            case .sendRejected(let event, let error):
                return ("An event was rejected.", ["event": text(event), "error": text(error)])
            case .runEnded(.success(let output)):
                return ("The run has ended.", ["output": saysNothing(output) ? nil : text(output)])
            case .runEnded(.failure(let error)) where error.isCancellation: return ("The run was cancelled.", [:])
            case .runEnded(.failure(let error)):
                return ("The run has ended with an error.", ["error": text(error)])
            }
        }

        private func text<Value>(_ value: Value) -> String {
            switch values {
            case .names: nameWithoutValues(of: value)
            case .described(let redaction): redaction.text(of: value, upTo: 1000)
            }
        }

        private func text(_ error: (any Error)?) -> String? {
            guard let error else { return nil }
            if case .described(let redaction) = values, !(error is TransducerError) {
                return redaction.text(of: error, upTo: 1000)
            }
            return "\(error)"
        }

        private func path(_ child: [ChildID]) -> String? {
            child.isEmpty ? nil : child.map(\.description).joined(separator: "/")
        }

        private func name(_ effect: EffectSummary) -> [String: String?] {
            [
                "effect": effect.id?.nameWithoutValues ?? "\(effect.kind)", "kind": "\(effect.kind)",
                "child": path(effect.child),
            ]
        }

        private func seconds(_ duration: Duration?) -> String? {
            duration.map { "\(($0 / .microseconds(1)).rounded() / 1e6)" }
        }
    }
#endif
