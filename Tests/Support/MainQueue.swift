import Dispatch

/// The main actor works on the main queue, which need not be on the main thread.
package enum MainQueue {
    private static let key = DispatchSpecificKey<Void>()
    package static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: ())
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
