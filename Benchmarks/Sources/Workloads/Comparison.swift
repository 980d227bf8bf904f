/// A case: a workload of Oak beside the same work without it.
public struct Comparison: Sendable {
    public struct Baseline: Sendable {
        public let workload: Workload
        public let requirement: Requirement?

        init(_ workload: Workload, _ requirement: Requirement? = nil) {
            self.workload = workload
            self.requirement = requirement
        }
    }

    /// A requirement for Oak beside a baseline.
    public enum Requirement: Sendable {
        case timesFaster(Double)
        case timesAsLong(Double)
        /// At most so many nanoseconds more, so many times.
        case nanosecondsMore(Double, times: Int)
    }

    /// The statistic of many measurements that counts.
    public enum Statistic: Sendable {
        /// The least disturbed one: for work within one task, where disturbances only add time.
        case best
        /// The middle one: for work across tasks, where the scheduler may also save time.
        case median
    }

    public let subject: Workload
    public let statistic: Statistic
    /// The maximum cost of one event, if it is required.
    public let limitInNanoseconds: Double?
    public let baselines: [Baseline]
    /// The number of events in a measurement.
    public let count: Int

    init(
        _ subject: Workload, count: Int, statistic: Statistic = .best, limitInNanoseconds: Double? = nil,
        baselines: [Baseline]
    ) {
        self.subject = subject
        self.statistic = statistic
        self.count = count
        self.limitInNanoseconds = limitInNanoseconds
        self.baselines = baselines
    }

    public static let all: [Comparison] = single + sideBySide + embedded + [childrenBesideOperations]

    /// A single machine.
    private static let single =
        [
            drained, drainedWithCallback, postponed, postponedInQueue, sent, sentInBatches, sentOnActor, observedRows,
            actionEvents,
            ticks,
            operationRoundTrip,
        ]
        + namedOperations
        + [pingPong, pingPongThroughEffects, createRunFinish, recorded]
        + watched
}
