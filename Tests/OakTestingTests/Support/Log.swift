import Foundation

/// What happened, in order.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var content: [String] = []

    var entries: [String] { lock.withLock { content } }

    func append(_ entry: String) { lock.withLock { content.append(entry) } }
}
