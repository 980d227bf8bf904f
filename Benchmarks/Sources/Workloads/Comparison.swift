/// A case: what Oak does, and what others need for the same.
public struct Comparison: Sendable {
    public struct Baseline: Sendable {
        public let workload: Workload
        public let requirement: Requirement?

        init(_ workload: Workload, _ requirement: Requirement? = nil) {
            self.workload = workload
            self.requirement = requirement
        }
    }

    /// What is asked of Oak beside a baseline.
    public enum Requirement: Sendable {
        case timesFaster(Double)
        case timesAsLong(Double)
        /// At most so many nanoseconds more, so many times.
        case nanosecondsMore(Double, times: Int)
    }

    /// Which of many measurements counts.
    public enum Statistic: Sendable {
        /// The one that was disturbed least: for work within one task, where a disturbance only adds.
        case best
        /// The one in the middle: where tasks meet, the scheduler may also be kind.
        case median
    }

    public let subject: Workload
    public let statistic: Statistic
    /// The most that one event may cost, if that is asked.
    public let limitInNanoseconds: Double?
    public let baselines: [Baseline]
    /// How many events make a measurement.
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

    /// A machine on its own.
    private static let single =
        [
            drained, drainedWithCallback, postponed, postponedInQueue, sent, sentInBatches, actionEvents,
            operationRoundTrip,
        ]
        + namedOperations
        + [pingPong, pingPongThroughEffects, createRunFinish, recorded]
}
