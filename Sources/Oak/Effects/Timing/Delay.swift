/// A wait on a clock that may come from the environment.
struct Delay<Env>: Sendable {
    /// The length of the wait, for inspection of the effect.
    let length: any Sendable
    let wait: @Sendable (Env) async throws -> Void
}

extension Delay {
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    init(_ duration: Duration, clock: @escaping @Sendable (Env) -> any Clock<Duration>) {
        self.init(length: duration) { env in try await clock(env).wait(for: duration, tolerance: nil) }
    }

    /// Creates a wait on the continuous clock, or that of a test, on every system.
    init(nanoseconds: UInt64) {
        let bounded = min(nanoseconds, Self.century)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            self.init(.nanoseconds(Int64(bounded))) { _ in DefaultClock.current }
        } else {
            self.init(length: bounded) { _ in try await Task.sleep(nanoseconds: bounded) }
        }
    }

    /// Practically forever, in nanoseconds, and far from overflow.
    static var century: UInt64 { 100 * 365 * 86_400 * 1_000_000_000 }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an operation that only waits and then answers with an event.
    init(sending event: Event, after delay: Delay<Env>, identity: EffectID) {
        self.init(
            .operation(
                .answering { env, _ in
                    try await delay.wait(env)
                    return Disconnected(event)
                }),
            Work.Traits(id: identity, startDelay: StartDelay(delay.length, sending: event)))
    }
}

extension TransducerEffect where Env: Sendable {
    /// Creates an operation that only waits.
    init(waiting delay: Delay<Env>) {
        self.init(
            .operation(.ownIsolation { env, _ in try await delay.wait(env) }),
            Work.Traits(startDelay: StartDelay(delay.length)))
    }
}

// MARK: - Identities

/// The default identity of a timed effect: its duration and source location.
package struct TimedID<Length: Hashable & Sendable>: Hashable, Sendable {
    let length: Length
    let fileID: String
    let line: UInt
    let column: UInt
}

extension TimedID: CustomStringConvertible {
    // Omits the line, so that a recorded table survives moved code.
    package var description: String { "\(length) in \(fileID)" }
}

extension EffectID {
    /// Returns the given identity, or one made of duration and source location.
    static func timed(
        _ id: (some Hashable & Sendable)?, else length: some Hashable & Sendable,
        _ fileID: String, _ line: UInt, _ column: UInt
    ) -> EffectID {
        id.map { EffectID($0) } ?? EffectID(TimedID(length: length, fileID: fileID, line: line, column: column))
    }
}

// MARK: - Clocks

/// The clock of timed effects that name no other.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@usableFromInline package enum DefaultClock {
    /// The clock of the test that drives the machine.
    @TaskLocal package static var driving: (any Clock<Duration>)?

    @usableFromInline static var current: any Clock<Duration> { driving ?? ContinuousClock() }
}
