import Oak
import Synchronization

/// The connections on which the news of all runs leave the program.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Outlets: Sendable {
    typealias Outlet = @Sendable (Report) -> Void

    // Without any, which is nearly always, a run reads one number.
    private let count = Atomic(0)
    private let outlets = Mutex<[Int: Outlet]>([:])

    func tell(_ report: Report) {
        guard count.load(ordering: .relaxed) > 0 else { return }
        for outlet in outlets.withLock({ Array($0.values) }) { outlet(report) }
    }

    func add(_ number: Int, _ outlet: @escaping Outlet) {
        outlets.withLock { outlets in
            outlets[number] = outlet
            count.store(outlets.count, ordering: .relaxed)
        }
    }

    func remove(_ number: Int) {
        outlets.withLock { outlets in
            outlets[number] = nil
            count.store(outlets.count, ordering: .relaxed)
        }
    }
}
