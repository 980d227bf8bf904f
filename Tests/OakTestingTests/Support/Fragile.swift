import Foundation
import Oak

/// A machine whose `update` traps, hangs or exits.
enum Fragile: Transducer {
    enum State: Hashable, CaseIterable { case whole, broken }
    enum Event: CaseIterable { case knock, drop, crush, vanish, mend }

    static func update(_ state: inout State, event: Event) {
        switch (state, event) {
        case (.whole, .knock): state = .broken
        case (.whole, .drop): fatalError("dropped | lost")
        case (.broken, .drop): _ = [Int]()[shards]
        case (.whole, .crush): while shards == 0 {}
        case (.broken, .vanish): _exit(3)
        case (.broken, .mend): state = .whole
        case (.broken, .crush), (.broken, .knock), (.whole, .vanish), (.whole, .mend): break
        }
    }

    /// Zero, but not for the optimiser.
    private static var shards: Int { Int(getenv("OAK_NO_SUCH_VARIABLE") == nil ? 0 : 1) }
}
