/// The instants of a regular beat, at multiples of an interval after its beginning.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
package struct Beat<C: Clock> where C.Duration == Duration {
    private let interval: Duration
    /// The next instant.
    package private(set) var next: C.Instant

    /// - Parameters:
    ///   - interval: The time between two instants; at least the clock's resolution, at most a century.
    ///   - clock: The clock on which the beat begins now.
    package init(every interval: Duration, on clock: C) {
        let shortest = max(clock.minimumResolution, .nanoseconds(1))
        self.interval = C.bounded(max(interval, shortest))
        next = clock.now.advanced(by: self.interval)
    }

    /// Moves on to the first instant of the beat after the given one.
    package mutating func advance(past now: C.Instant) {
        let late = next.duration(to: now)
        if late < interval {
            next = next.advanced(by: interval)
        } else {
            next = now.advanced(by: interval - remainder(of: late))
        }
    }

    /// Divides a time by the interval and returns the remainder, exact to the attosecond.
    private func remainder(of time: Duration) -> Duration {
        var rest = time
        while rest >= interval {
            var part = interval
            while part <= rest - part { part += part }
            rest -= part
        }
        return rest
    }
}
