import Foundation

/// How hard the tests of crowds, races and random programs try.
///
/// As a rule they are small enough to be run with each change. With `OAK_ATTACK` in the environment they have the size of an
/// attack, which is for release builds: `OAK_ATTACK=1 swift test -c release -Xswiftc -enable-testing --filter Crowds`.
package enum Effort {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isAttack = environment["OAK_ATTACK"] != nil
    /// Under the thread sanitizer everything takes a multiple of the time.
    private static let divisor = environment["TSAN_OPTIONS"] == nil ? 1 : 5

    /// The size of a test as a rule, or that of an attack.
    package static func size(_ usual: Int, attack: Int) -> Int { (isAttack ? attack : usual) / divisor }

    /// As many seeds for an exploration.
    package static func seeds(_ usual: UInt64, attack: UInt64) -> ClosedRange<UInt64> {
        1...UInt64(size(Int(usual), attack: Int(attack)))
    }

    /// After how many minutes a test that waits in vain fails.
    package static let minutes = isAttack ? 60 : 5
}
