#if Server
    public import Logging
    public import Oak
    @_exported public import OakText

    /// Writes what happens in a run to a logger; see `logging(_:levels:values:)`.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public struct LoggingObserver: TransducerObserver {
        // One reference, so that the frame of a run stays small.
        @usableFromInline let log: RunLog

        /// Creates an observer of one run.
        ///
        /// - Parameters:
        ///   - logger: The logger, whose metadata each line has as well.
        ///   - levels: The levels of the lines.
        ///   - values: How states and events are written.
        public init(_ logger: Logger, levels: MachineLogLevels = MachineLogLevels(), values: LoggedValues = .names) {
            log = RunLog(logger, levels, values)
        }

        // Inlined, so that an occurrence that is not written is compared where it is made, and not copied.
        @_documentation(visibility: internal) @inlinable
        public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
            guard let level = log.levels.level(of: occurrence), level >= log.logger.logLevel else { return }
            log.note(occurrence, at: level)
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    extension TransducerObserver where Self == LoggingObserver {
        /// Writes what happens in a run to a logger.
        ///
        /// Each line has the metadata `machine`, and as far as they apply `state`, `event`, `effect`, `child`,
        /// `origin`, `reason`, `error` and `duration`, in seconds. A line below the level of the logger costs a
        /// comparison.
        ///
        /// - Parameters:
        ///   - logger: The logger, whose metadata each line has as well.
        ///   - levels: The levels of the lines.
        ///   - values: How states and events are written; by default without the values that they carry.
        public static func logging(
            _ logger: Logger, levels: MachineLogLevels = MachineLogLevels(), values: LoggedValues = .names
        ) -> LoggingObserver { LoggingObserver(logger, levels: levels, values: values) }
    }

    /// The levels at which a ``LoggingObserver`` writes; `nil` for lines that are left out.
    public struct MachineLogLevels: Sendable {
        /// A run begins, or has ended as it should.
        public var run: Logger.Level? = .debug
        /// A run has ended with an error other than its cancellation.
        public var failure: Logger.Level? = .error
        /// A transition, or a postponed event.
        public var transition: Logger.Level? = .trace
        /// An output.
        public var output: Logger.Level? = .trace
        /// An event that the state did not expect.
        public var unexpectedEvent: Logger.Level? = .warning
        /// An event that was rejected.
        public var rejectedEvent: Logger.Level? = .warning
        /// An effect begins, has ended or is cancelled.
        public var effect: Logger.Level? = .debug
        /// An operation has gone on for longer than the grace period after its cancellation.
        public var overdueEffect: Logger.Level? = .warning

        /// Creates the default levels.
        public init() {}

        @inlinable func level<State, Event, Output>(
            of occurrence: Occurrence<State, Event, Output>
        ) -> Logger.Level? {
            switch occurrence {
            case .runStarted, .runEnded(.success): run
            case .runEnded(.failure(let error)): level(ofEndWith: error)
            case .eventTaken, .eventPostponed, .transition: transition
            case .eventUnexpected: unexpectedEvent
            case .output: output
            case .effectStarted, .effectEnded, .effectCancelled: effect
            case .effectOverdue: overdueEffect
            case .sendRejected: rejectedEvent
            }
        }

        @usableFromInline func level(ofEndWith error: any Error) -> Logger.Level? {
            error.isCancellation ? run : failure
        }
    }

    /// How states and events are written to a log.
    public enum LoggedValues: Sendable {
        /// By the names of their cases, or else of their types. A payload that is an enum is named as well, as the
        /// event of a child; an error is written as it describes itself.
        case names
        /// In full, up to a thousand characters, but for the hidden parts; errors as well.
        case described(Redaction)
    }
#endif
