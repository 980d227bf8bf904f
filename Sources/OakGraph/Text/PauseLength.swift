package import Oak

/// A duration on systems without `Duration`.
package struct PauseLength: Hashable, Sendable {
    package let seconds: Int64
    package let attoseconds: Int64

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    package init(_ duration: Duration) { (seconds, attoseconds) = duration.components }

    package init?<Event, Env, Input>(of effect: TransducerEffect<Event, Env, Input>) {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let delay = effect.delay else { return nil }
        self.init(delay)
    }
}

extension PauseLength: CustomStringConvertible {
    package var description: String {
        switch attoseconds {
        case 0: ".seconds(\(seconds))"
        case let rest where rest % 1_000_000_000_000_000 == 0:
            ".milliseconds(\(seconds * 1_000 + rest / 1_000_000_000_000_000))"
        case let rest where rest % 1_000_000_000 == 0:
            ".nanoseconds(\(seconds * 1_000_000_000 + rest / 1_000_000_000))"
        case let rest: "Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))"
        }
    }
}
