import Foundation

/// The sizes of the tests of crowds, races and random programs.
///
/// By default they are small enough to run with each change. With `OAK_ATTACK` in the environment they reach the size
/// of an attack, for release builds: `OAK_ATTACK=1 swift test -c release -Xswiftc -enable-testing --filter Crowds`.
package enum Effort {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isAttack = environment["OAK_ATTACK"] != nil
    /// Everything takes several times as long under the thread sanitizer.
    private static let divisor = environment["TSAN_OPTIONS"] == nil ? 1 : 5

    /// The usual size of a test, or its size in an attack.
    package static func size(_ usual: Int, attack: Int) -> Int { (isAttack ? attack : usual) / divisor }

    /// The seeds of an exploration, as many as the size.
    package static func seeds(_ usual: UInt64, attack: UInt64) -> ClosedRange<UInt64> {
        1...UInt64(size(Int(usual), attack: Int(attack)))
    }

    /// The time limit of a test, in minutes.
    package static let minutes = isAttack ? 60 : 5
}
