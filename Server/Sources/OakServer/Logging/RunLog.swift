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

        @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            switch occurrence {
            case .runStarted(let state):
                log(State.self, levels.run, "The run begins.", ["state": text(state)])
            case .eventTaken(_, let origin):
                times.noteEvent(from: origin)
            case .eventPostponed(let event):
                log(State.self, levels.transition, "An event is postponed.", ["event": text(event)])
            case .eventUnexpected(let event, let child):
                log(
                    State.self, levels.unexpectedEvent, "An event was unexpected.",
                    ["event": text(event), "child": path(child)])
            case .transition(let old, let event, let new):
                log(
                    State.self, levels.transition, "A transition was made.",
                    [
                        "from": text(old), "event": text(event), "state": text(new),
                        "duration": seconds(times.sinceEvent),
                    ])
            case .output(let output):
                if saysNothing(output) { return }
                log(State.self, levels.output, "An output was produced.", ["output": text(output)])
            case .effectStarted(let effect):
                times.noteBeginning(of: effect)
                log(State.self, levels.effect, "An effect begins.", name(effect))
            case .effectEnded(let effect, let error):
                let duration = times.noteEnd(of: effect)
                log(
                    State.self, levels.effect, "An effect has ended.",
                    name(effect).merging(["error": text(error), "duration": seconds(duration)]) { $1 })
            case .effectCancelled(let effect, let reason):
                log(
                    State.self, levels.effect, "An effect is cancelled.",
                    name(effect).merging(["reason": "\(reason)"]) { $1 })
            case .effectOverdue(let effect):
                log(
                    State.self, levels.overdueEffect,
                    "An effect has gone on for longer than the grace period after its cancellation.", name(effect))
            case .sendRejected(let event, let error):
                log(
                    State.self, levels.rejectedEvent, "An event was rejected.",
                    ["event": text(event), "error": text(error)])
            case .runEnded(.success(let output)):
                log(
                    State.self, levels.run, "The run has ended.",
                    ["output": saysNothing(output) ? nil : text(output)])
            case .runEnded(.failure(let error)) where error.isCancellation:
                log(State.self, levels.run, "The run was cancelled.", [:])
            case .runEnded(.failure(let error)):
                log(State.self, levels.failure, "The run has ended with an error.", ["error": text(error)])
            }
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    extension RunLog {
        private func isWritten(_ level: Logger.Level?) -> Bool { level.map { $0 >= logger.logLevel } ?? false }

        /// Writes a line, whose metadata are made only if the logger takes its level.
        private func log<State>(
            _ state: State.Type, _ level: Logger.Level?, _ message: Logger.Message,
            _ metadata: @autoclosure () -> [String: String?]
        ) {
            guard let level, isWritten(level) else { return }
            var lines = metadata()
            let machine = self.machine ?? machineName(ofState: State.self)
            self.machine = machine
            lines["machine"] = machine
            logger.log(level: level, message, metadata: lines.compactMapValues { $0.map { .string($0) } })
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
