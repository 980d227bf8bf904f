import Dispatch
import Foundation

/// Reads lines from a file descriptor without blocking a thread of the concurrency pool.
public enum StandardInput {
    /// The lines of a file descriptor, in batches as they arrive.
    ///
    /// Reads only on demand, so a fast writer is slowed down by its pipe.
    ///
    /// - Parameter descriptor: The file descriptor; 0, the standard input, by default.
    /// - Returns: The lines without their ends. The stream ends with the input.
    public static func lines(of descriptor: Int32 = 0) -> AsyncStream<[String]> {
        let chunks = LineBuffer(descriptor: descriptor)
        let queue = DispatchQueue(label: "oak-examples.input")
        let (batches, arrivals) = AsyncStream.makeStream(of: [String].self)
        return AsyncStream {
            queue.async {
                if let batch = chunks.next() { arrivals.yield(batch) } else { arrivals.finish() }
            }
            // A cancelled reader stops waiting and leaves the blocked thread behind.
            return await batches.first { _ in true }
        }
    }
}

/// Splits the bytes of a file descriptor into lines.
///
/// Used only on the one serial queue that reads.
final class LineBuffer: @unchecked Sendable {
    /// A longer line is split, so that input without line ends cannot fill the memory.
    static let longestLine = 1 << 16

    private let descriptor: Int32
    private var unfinished: [UInt8] = []
    private var hasEnded = false

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for whole lines and returns all of them; `nil` at the end of the input.
    func next() -> [String]? {
        while !hasEnded {
            let bytes = readBytes()
            if bytes.isEmpty { hasEnded = true }
            let lines = cut(bytes)
            if !lines.isEmpty { return lines }
        }
        return nil
    }

    private func cut(_ bytes: [UInt8]) -> [String] {
        unfinished += bytes
        var parts = unfinished.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = parts.removeLast()
        let isComplete = hasEnded && !last.isEmpty || last.count >= Self.longestLine
        if isComplete { parts.append(last) }
        let lines = parts.map { part in
            String(decoding: part.last == UInt8(ascii: "\r") ? part.dropLast() : part, as: UTF8.self)
        }
        unfinished = isComplete ? [] : Array(last)
        return lines
    }

    private func readBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var result: Int
            repeat {
                result = read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            count = max(0, result)
        }
    }
}
