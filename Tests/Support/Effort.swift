import Foundation

/// The sizes of the tests of crowds, races and random programs.
///
/// By default they are small enough to run with each change. With `OAK_THOROUGH` in the environment they have their
/// full size, for release builds: `OAK_THOROUGH=1 swift test -c release -Xswiftc -enable-testing --filter Crowds`.
package enum Effort {
    private static let environment = ProcessInfo.processInfo.environment
    package static let isThorough = environment["OAK_THOROUGH"] != nil
    /// Everything takes several times as long under the thread sanitizer.
    private static let divisor = environment["TSAN_OPTIONS"] == nil ? 1 : 5

    /// The usual size of a test, or its full size.
    package static func size(_ usual: Int, thorough: Int) -> Int { (isThorough ? thorough : usual) / divisor }

    /// The seeds of an exploration, as many as the size.
    package static func seeds(_ usual: UInt64, thorough: UInt64) -> ClosedRange<UInt64> {
        1...UInt64(size(Int(usual), thorough: Int(thorough)))
    }
}
