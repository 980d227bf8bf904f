/// The limits of a run, and what becomes of it when something is not as expected.
public struct RunSettings: Sendable {
    /// How many action events one external event may lead to.
    ///
    /// A run that exceeds the limit ends with ``TransducerError/runawayActions(transducer:cycle:)``.
    public var actionLimit: Int

    /// What becomes of a run when an event is ``TransducerEffect/unexpected``.
    public var unexpectedEvents: UnexpectedEvents

    // `any TaskExecutor` has no name on older Apple systems.
    @usableFromInline package typealias Executor = AnyObject & Sendable

    @usableFromInline var executor: (any Executor)?

    /// How long a cancelled operation may take to end before an observer is told.
    public var gracePeriod: GracePeriod

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - actionLimit: How many action events one external event may lead to; ten million by default.
    ///   - gracePeriod: How long a cancelled operation may take before an observer is told; five seconds by default.
    ///   - unexpectedEvents: What becomes of the run when nobody has thought of an event; it goes on by default.
    @inlinable
    public init(
        actionLimit: Int = 10_000_000, gracePeriod: GracePeriod = .seconds(5),
        unexpectedEvents: UnexpectedEvents = .reported
    ) {
        self.actionLimit = actionLimit
        self.gracePeriod = gracePeriod
        self.unexpectedEvents = unexpectedEvents
    }
}

/// What becomes of a run when nobody has thought of an event.
public enum UnexpectedEvents: Hashable, Sendable {
    /// It goes on; an observer is told.
    case reported
    /// It ends with ``TransducerError/unexpectedEvent(transducer:child:state:event:)``; an observer is told before.
    case endingTheRun
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunSettings {
    /// The executor that the tasks of the run prefer; `nil` leaves it to the task that calls `run`.
    ///
    /// The operations of the machine are on it, and a run that a host owns. The machine itself is where its actor is: a default
    /// actor works on the executor that a task prefers, the main actor and an actor with an executor of its own do not.
    ///
    /// Without it tasks prefer the executor that the caller prefers, as child tasks do; on Apple platforms that can be found
    /// out from macOS 26.4, iOS 26.4 and their companions on.
    @inlinable
    public var taskExecutor: (any TaskExecutor)? {
        get { executor as? any TaskExecutor }
        set { executor = newValue }
    }

    /// Creates settings with an executor.
    ///
    /// - Parameters:
    ///   - actionLimit: How many action events one external event may lead to; ten million by default.
    ///   - gracePeriod: How long a cancelled operation may take before an observer is told; five seconds by default.
    ///   - unexpectedEvents: What becomes of the run when nobody has thought of an event; it goes on by default.
    ///   - taskExecutor: The executor that the tasks of the run prefer.
    @inlinable
    public init(
        actionLimit: Int = 10_000_000, gracePeriod: GracePeriod = .seconds(5),
        unexpectedEvents: UnexpectedEvents = .reported, taskExecutor: (any TaskExecutor)?
    ) {
        self.init(actionLimit: actionLimit, gracePeriod: gracePeriod, unexpectedEvents: unexpectedEvents)
        self.taskExecutor = taskExecutor
    }
}

extension RunSettings {
    /// The executor on which a test has everything that its scenario starts; runs are on it whatever their task prefers.
    @TaskLocal package static var drivingExecutor: (any Executor)?
}

/// A span of time on a clock of your choice.
///
/// Time passes for it only in runs with an observer, and only while a cancelled operation has not ended.
public struct GracePeriod: Sendable {
    // Settings are in the frame of each run, which has to stay small: hence a reference instead of a closure, and no allocation
    // for the default.
    @usableFromInline enum Span: Sendable {
        case seconds(UInt32)
        case custom(Timing)
    }

    @usableFromInline final class Timing: Sendable {
        let begin: @Sendable () -> Wait

        init(_ begin: @escaping @Sendable () -> Wait) { self.begin = begin }
    }

    /// The wait for the end of a span that has begun.
    @usableFromInline struct Wait: Sendable {
        @usableFromInline let sleep: @Sendable () async throws -> Void
    }

    @usableFromInline let span: Span

    @inlinable
    init(_ span: Span) { self.span = span }

    /// A number of seconds of real time.
    ///
    /// - Parameter seconds: The length of the span.
    @inlinable
    public static func seconds(_ seconds: UInt32) -> GracePeriod { GracePeriod(.seconds(seconds)) }

    /// A duration on a clock.
    ///
    /// - Parameters:
    ///   - duration: The length of the span, in the clock's unit; one above a century is a century.
    ///   - clock: The clock that measures it.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func duration<C: Clock>(_ duration: C.Duration, clock: C) -> GracePeriod {
        GracePeriod(.custom(Timing { Wait(for: duration, on: clock) }))
    }

    /// Begins the span.
    @usableFromInline
    func begin() -> Wait {
        switch span {
        case .custom(let timing): return timing.begin()
        case .seconds(let seconds):
            if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
                return Wait(for: .seconds(seconds), on: ContinuousClock())
            }
            return Wait { try await Task.sleep(nanoseconds: UInt64(seconds) * 1_000_000_000) }
        }
    }
}

extension GracePeriod.Wait {
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    init<C: Clock>(for duration: C.Duration, on clock: C) {
        let deadline = clock.now.advanced(by: C.bounded(duration))
        sleep = { try await clock.sleep(until: deadline, tolerance: nil) }
    }
}
