/// The limits of a run.
public struct RunSettings: Sendable {
    /// How many action events one external event may lead to.
    ///
    /// A run that exceeds the limit ends with ``TransducerError/runawayActions(transducer:cycle:)``.
    public var actionLimit: Int

    /// How long a cancelled operation may take to end before an observer is told.
    public var gracePeriod: GracePeriod

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - actionLimit: How many action events one external event may lead to; ten million by default.
    ///   - gracePeriod: How long a cancelled operation may take before an observer is told; five seconds by default.
    public init(actionLimit: Int = 10_000_000, gracePeriod: GracePeriod = .seconds(5)) {
        self.actionLimit = actionLimit
        self.gracePeriod = gracePeriod
    }
}

/// A span of time on a clock of your choice.
///
/// Time passes for it only in runs with an observer, and only while a cancelled operation has not ended.
public struct GracePeriod: Sendable {
    @usableFromInline let sleep: @Sendable () async throws -> Void

    /// A number of seconds of real time.
    ///
    /// - Parameter seconds: The length of the span.
    public static func seconds(_ seconds: UInt32) -> GracePeriod {
        GracePeriod { try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000) }
    }

    /// A duration on a clock.
    ///
    /// - Parameters:
    ///   - duration: The length of the span, in the clock's unit.
    ///   - clock: The clock that measures it.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func duration<C: Clock>(_ duration: C.Duration, clock: C) -> GracePeriod {
        GracePeriod { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil) }
    }
}
