#if Server
    public import Logging
    public import OakDurable

    extension DurableObserver {
        /// Writes what happens in a durable host to a logger.
        ///
        /// Each line has the metadata that apply of `machine`, `instance`, `number`, `cause`, `activity`, `key`,
        /// `deadline`, `schedule`, `trials`, `shards`, `error` and `duration`, in seconds. The message of a problem
        /// says what to do.
        ///
        /// - Parameters:
        ///   - logger: The logger, whose metadata each line has as well.
        ///   - levels: The levels of the lines.
        public static func logging(
            _ logger: Logger, levels: DurableLogLevels = DurableLogLevels()
        ) -> DurableObserver {
            DurableObserver { occurrence in
                guard let level = levels.level(of: occurrence), level >= logger.logLevel else { return }
                logger.log(level: level, "\(occurrence)", metadata: occurrence.metadata)
            }
        }
    }

    /// The levels at which `logging(_:levels:)` writes; `nil` for lines that are left out.
    public struct DurableLogLevels: Sendable {
        /// The host is opened, gains or loses shards, has recovered, or is closed.
        public var host: Logger.Level? = .info
        /// An instance starts, ends, is cancelled, retried, suspected, migrated or removed.
        public var instance: Logger.Level? = .debug
        /// A macrostep is durable.
        public var macrostep: Logger.Level? = .trace
        /// An activity begins or has ended.
        public var activity: Logger.Level? = .debug
        /// A deadline has fired.
        public var deadline: Logger.Level? = .debug
        /// A schedule has run, or has skipped times.
        public var schedule: Logger.Level? = .debug
        /// A transaction, or the load after it with the numbers of instances.
        public var load: Logger.Level? = .trace
        /// An instance is parked or left alone, or its message or that of a schedule is lost.
        public var parkedInstance: Logger.Level? = .error
        /// An attempt of a `.retry` has failed, and another one follows.
        public var failedAttempt: Logger.Level? = .notice
        /// The store has failed.
        public var storeFailure: Logger.Level? = .error
        /// The clock is behind the store.
        public var clock: Logger.Level? = .warning

        /// Creates the default levels.
        public init() {}

        func level(of occurrence: DurableOccurrence) -> Logger.Level? {
            switch occurrence {
            case .opened, .shardsChanged, .recovered, .asksForArrivals, .closed: host
            case .started, .ended, .cancelled, .retried, .suspected, .migrated, .removed, .removedFailed, .skipped,
                .edited:
                instance
            case .macrostep: macrostep
            case .activityBegan, .activityEnded: activity
            case .attemptFailed: failedAttempt
            case .deadlineFired: deadline
            case .scheduled, .scheduleSkipped: schedule
            case .committed, .load, .instances: load
            case .parked, .leftAlone, .messageRefused, .scheduledMessageRefused, .scheduleFailed: parkedInstance
            case .storeFailed: storeFailure
            case .clockSetBack: clock
            }
        }
    }

    extension DurableOccurrence {
        fileprivate var metadata: Logger.Metadata {
            switch self {
            case .opened(let lease): ["generation": "\(lease.generation)"]
            case .shardsChanged(let own, let gained, let lost):
                ["shards": "\(own)", "gained": "\(gained)", "lost": "\(lost)"]
            case .asksForArrivals, .closed, .load: [:]
            case .instances(let machine, let counts):
                Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, "\($0.value)") })
                    .merging(["machine": "\(machine)"]) { $1 }
            case .recovered(let count), .removed(let count), .removedFailed(let count): ["instances": "\(count)"]
            case .started(let name), .cancelled(let name), .retried(let name), .ended(let name): metadata(of: name)
            case .skipped(let name, let event), .edited(let name, let event): metadata(of: name, ["event": "\(event)"])
            case .macrostep(let name, let number, let cause):
                metadata(of: name, ["number": "\(number)", "cause": "\(cause)"])
            case .suspected(let name, let trials): metadata(of: name, ["trials": "\(trials)"])
            case .deadlineFired(let name, let deadline, let late):
                metadata(of: name, ["deadline": "\(deadline)", "late": "\(late)"])
            case .scheduled(let name, _, let late): ["schedule": "\(name)", "late": "\(late)"]
            case .scheduleSkipped(let name, let count): ["schedule": "\(name)", "times": "\(count)"]
            case .activityBegan(let key, let isRepetition):
                metadata(of: key, ["repetition": "\(isRepetition)"])
            case .activityEnded(let key, let error):
                metadata(of: key, error.map { ["error": "\($0)"] } ?? [:])
            case .attemptFailed(let key, let attempt, let error, let pause):
                metadata(of: key, ["attempt": "\(attempt)", "error": "\(error)", "retry": "\(pause)"])
            case .migrated(let name, let version): metadata(of: name, ["version": "\(version)"])
            case .parked(let name, let problem): metadata(of: name, ["error": "\(problem)"])
            case .leftAlone(let name, let error): metadata(of: name, ["error": "\(error)"])
            case .messageRefused(let sender, let target): metadata(of: sender, ["target": "\(target)"])
            case .scheduledMessageRefused(let name, let target):
                metadata(of: target, ["schedule": "\(name)"])
            case .scheduleFailed(let name, _, let error): ["schedule": "\(name)", "error": "\(error)"]
            case .storeFailed(let error, let pause):
                ["error": "\(error)", "retry": pause.map { "\($0)" } ?? "never"]
            case .clockSetBack(let seconds): ["seconds": "\(seconds)"]
            case .committed(let changes, let seconds): ["changes": "\(changes)", "duration": "\(seconds)"]
            }
        }

        private func metadata(of name: InstanceName, _ others: Logger.Metadata = [:]) -> Logger.Metadata {
            others.merging(["machine": "\(name.machine)", "instance": "\(name.id)"]) { $1 }
        }

        private func metadata(of key: IdempotencyKey, _ others: Logger.Metadata) -> Logger.Metadata {
            metadata(of: key.instance, others.merging(["activity": "\(key.activity)", "key": "\(key)"]) { $1 })
        }
    }
#endif
