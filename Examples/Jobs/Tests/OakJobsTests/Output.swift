import Synchronization

/// Text that has been shown.
final class Output: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
}
