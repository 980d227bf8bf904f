import Foundation

/// A line from the driver to the worker.
enum Command: Codable, Hashable, Sendable {
    /// Starts an instance.
    case start(instance: Int)
    /// Sends a move with its id as the deduplication key.
    case move(Move, instance: Int)
    /// Sends a note without a deduplication key.
    case note(String, instance: Int)
    /// Lets all instances go on that have failed.
    case retry(String)
    /// Ends an instance when it has done everything.
    case finish(instance: Int)

    /// Names the command in its acknowledgement.
    var id: String {
        switch self {
        case .start(let instance): "start \(instance)"
        case .move(let move, _): move.id
        case .note(let note, _): note
        case .retry(let id): id
        case .finish(let instance): "finish \(instance)"
        }
    }

    /// Whether the command can be repeated when nobody knows whether it was carried out.
    var isRepeatable: Bool {
        switch self {
        case .start, .move, .finish: true
        case .note, .retry: false
        }
    }
}

/// A line from the worker to the driver.
enum Report: Codable, Hashable, Sendable {
    /// The worker is about to open the store.
    case opening
    /// The host is open, after so many seconds.
    case ready(seconds: Double)
    /// The host could not be opened.
    case refused(String)
    /// A command was carried out, durably.
    case done(String)
    /// A command has failed.
    case failed(String, reason: String)
    /// So many failed instances go on.
    case retried(Int)
    /// An instance has ended.
    case ended(instance: Int)
}

/// Messages as lines of JSON.
enum Wire {
    static func line(_ message: some Encodable) throws -> [UInt8] {
        Array(try JSONEncoder().encode(message)) + [UInt8(ascii: "\n")]
    }

    static func message<Message: Decodable>(_ type: Message.Type, _ line: some Sequence<UInt8>) throws -> Message {
        try JSONDecoder().decode(type, from: Data(line))
    }
}

/// Bytes that are cut into lines.
struct Lines {
    private var rest: [UInt8] = []

    /// The lines that are complete with further bytes.
    mutating func split(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        rest += bytes
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        rest = lines.popLast() ?? []
        return lines
    }
}
