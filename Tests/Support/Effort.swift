import Foundation

/// The sizes of the tests of crowds, races and random programs.
///
/// They are small enough to run with each change. With `OAK_THOROUGH` in the environment they are five times as large.
package enum Effort {
    private static let environment = ProcessInfo.processInfo.environment
    private static let factor = environment["OAK_THOROUGH"] == nil ? 1 : 5
    /// Everything takes several times as long under the thread sanitizer.
    private static let divisor = environment["TSAN_OPTIONS"] == nil ? 1 : 5

    /// The size of a test that has the given size with each change.
    package static func size(_ usual: Int) -> Int { usual * factor / divisor }

    /// The seeds of an exploration, as many as the size.
    package static func seeds(_ usual: Int) -> ClosedRange<UInt64> { 1...UInt64(size(usual)) }
}
