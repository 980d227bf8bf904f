/// The moments of something that happens again and again, in even steps from where it began.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
package struct Beat<C: Clock> where C.Duration == Duration {
    private let interval: Duration
    /// The moment that comes next.
    package private(set) var next: C.Instant

    /// - Parameters:
    ///   - interval: The length of a step; at least as long as the clock can tell, and a century at most.
    ///   - clock: The clock on which it begins now.
    package init(every interval: Duration, on clock: C) {
        let shortest = max(clock.minimumResolution, .nanoseconds(1))
        self.interval = C.bounded(max(interval, shortest))
        next = clock.now.advanced(by: self.interval)
    }

    /// Goes on to the first moment after the given one.
    package mutating func advance(past now: C.Instant) {
        let late = next.duration(to: now)
        if late < interval {
            next = next.advanced(by: interval)
        } else {
            next = now.advanced(by: interval - remainder(of: late))
        }
    }

    /// The rest of a time when as many intervals are taken away as there are in it, to the attosecond.
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
