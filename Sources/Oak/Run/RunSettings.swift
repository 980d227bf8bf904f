/// The limits of a run, its executor, and its reaction to unexpected events.
public struct RunSettings: Sendable {
    /// The number of action events that one external event may lead to.
    ///
    /// A run that exceeds the limit ends with ``TransducerError/runawayActions(transducer:cycle:)``.
    public var actionLimit: Int

    /// The run's reaction to an event that is ``TransducerEffect/unexpected``.
    public var unexpectedEvents: UnexpectedEvents

    // Older Apple systems have no type `any TaskExecutor`.
    @usableFromInline package typealias Executor = AnyObject & Sendable

    @usableFromInline var executor: (any Executor)?

    /// The time that a cancelled operation may take to end before the observer is told.
    public var gracePeriod: GracePeriod

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - actionLimit: The number of action events that one external event may lead to; ten million by default.
    ///   - gracePeriod: The time that a cancelled operation may take before the observer is told; five seconds by
    ///     default.
    ///   - unexpectedEvents: The reaction to an unexpected event; by default, the run reports it and continues.
    public init(
        actionLimit: Int = 10_000_000, gracePeriod: GracePeriod = .seconds(5),
        unexpectedEvents: UnexpectedEvents = .reported
    ) {
        self.actionLimit = actionLimit
        self.gracePeriod = gracePeriod
        self.unexpectedEvents = unexpectedEvents
    }
}

/// The reaction of a run to an unexpected event.
public enum UnexpectedEvents: Hashable, Sendable {
    /// The run continues; the observer is told.
    case reported
    /// The run ends with ``TransducerError/unexpectedEvent(transducer:child:state:event:)``, after telling the
    /// observer.
    case endingTheRun
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunSettings {
    /// The executor that the tasks of the run prefer; `nil` leaves the choice to the task that calls `run`.
    ///
    /// Operations run on it, as does a run that a host owns. The machine itself runs on its actor: a default actor uses
    /// the executor that a task prefers; the main actor, or an actor with an executor of its own, does not.
    ///
    /// Without an executor, tasks prefer that of the caller, as child tasks do; on Apple platforms, this requires macOS
    /// 26.4, iOS 26.4 or their counterparts.
    public var taskExecutor: (any TaskExecutor)? {
        get { executor as? any TaskExecutor }
        set { executor = newValue }
    }
}

/// A span of time, measured by a clock of your choice.
///
/// A run measures it only with an observer, and only while a cancelled operation has not ended.
public struct GracePeriod: Sendable {
    // Each run's frame holds its settings and has to stay small: hence a box around the closure, and none for the
    // default.
    @usableFromInline enum Span: Sendable {
        case seconds(UInt32)
        indirect case custom(@Sendable () -> Wait)
    }

    /// The wait for the end of a started span.
    @usableFromInline typealias Wait = @Sendable () async throws -> Void

    @usableFromInline let span: Span

    @inlinable init(_ span: Span) { self.span = span }

    /// Creates a span of seconds in real time.
    ///
    /// - Parameter seconds: The length of the span.
    public static func seconds(_ seconds: UInt32) -> GracePeriod { GracePeriod(.seconds(seconds)) }

    /// Creates a span from a duration and its clock.
    ///
    /// - Parameters:
    ///   - duration: The length of the span, in the clock's unit, limited to a century.
    ///   - clock: The clock that measures it.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func duration<C: Clock>(_ duration: C.Duration, clock: C) -> GracePeriod {
        GracePeriod(.custom { wait(for: duration, on: clock) })
    }

    /// Whether this is the span that every run has by default.
    @usableFromInline var isUsual: Bool { if case .seconds(5) = span { true } else { false } }

    /// Starts the span.
    @usableFromInline func begin() -> Wait {
        switch span {
        case .custom(let begin): return begin()
        case .seconds(let seconds):
            if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
                return Self.wait(for: .seconds(seconds), on: ContinuousClock())
            }
            return { try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000) }
        }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    private static func wait<C: Clock>(for duration: C.Duration, on clock: C) -> Wait {
        let deadline = clock.now.advanced(by: C.bounded(duration))
        return { try await clock.sleep(until: deadline, tolerance: nil) }
    }
}
