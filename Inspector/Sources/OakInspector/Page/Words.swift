import Foundation
import Oak
import OakText

// Times and values in words, as the pages show them.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Duration {
    /// The time in a unit that suits it.
    var inWords: String {
        let seconds = self / .seconds(1)
        return switch abs(seconds) {
        case ..<0.000_1: "\((seconds * 1e6).inTenths) µs"
        case ..<1: "\((seconds * 1e3).inTenths) ms"
        case _: seconds.inWords
        }
    }

    var inMicroseconds: Double { self / .microseconds(1) }

    /// The time without hundredths of a second.
    var inTenths: Duration {
        .milliseconds(components.seconds * 1000 + components.attoseconds / 100_000_000_000_000_000 * 100)
    }
}

extension Double {
    /// The number with one digit behind the point.
    fileprivate var inTenths: Double { (self * 10).rounded() / 10 }

    /// The time of so many seconds in a unit that suits it, without more than a tenth of a second.
    var inWords: String {
        switch abs(self) {
        case ..<120: "\(inTenths) s"
        case ..<7200: "\(Int(self / 60)) min"
        case ..<172_800: "\(Int(self / 3600)) h"
        case ..<3e9: "\(Int(self / 86_400)) days"
        case _: "a century"
        }
    }
}

/// The name of a time-out, without the sign by which a store tells it from an activity.
func plainName(_ name: String) -> String { name.hasPrefix("@") ? String(name.dropFirst()) : name }

extension Date {
    /// The time in UTC, to the second.
    var inWords: String { ISO8601Format().split(separator: "T").joined(separator: " ") }
}

extension ValueTree {
    /// The name of a state; of one without cases the beginning of its text.
    var summary: String {
        if case .structure(name) = kind { return abbreviated(parts.map(\.text).joined(separator: ", "), to: 60) }
        return abbreviated(name, to: 60)
    }
}

extension ValueTree.Part {
    fileprivate var text: String { label.map { "\($0): \(value.text)" } ?? value.text }
}
