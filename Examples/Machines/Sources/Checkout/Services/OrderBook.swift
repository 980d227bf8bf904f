import Parts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes orders to a file, one per line, in JSON.
///
/// An order is written as a whole or not at all, even if other processes write to the file, and never twice: placing an
/// existing order again returns its receipt. A failed attempt can therefore be repeated safely.
public struct OrderBook: Sendable {
    /// A line of the file.
    struct Line: Codable {
        let number: Int
        let id: String
        let items: [Cart.Item]
        let address: Address
        let delivery: String
        let total: Money
        let card: String
    }

    /// The folder of the file; it must exist.
    public let folder: String

    /// Writes bytes to a file, like the function of the operating system.
    var write: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { systemWrite($0, $1, $2) }

    /// Creates an order book.
    ///
    /// - Parameter folder: The folder of the file; it must exist when an order is placed.
    public init(folder: String) { self.folder = folder }

    /// The path of the file.
    public var file: String { folder + "/orders.jsonl" }

    /// Records an order.
    ///
    /// - Parameter order: The order.
    /// - Returns: Its number and the file.
    /// - Throws: A ``Problem`` with the reason; nothing was written then.
    @concurrent
    public func place(_ order: Order) async throws -> Receipt {
        let descriptor = open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw problem(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw problem(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw damaged(line: nil) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw problem(errno) }
        // Closing is not enough: a process forked in the meantime also has the file open.
        defer { flock(descriptor, LOCK_UN) }
        let (count, size, known) = try contents(of: descriptor, lookingFor: order.id)
        if let known { return Receipt(number: known, file: file) }
        let line = Line(
            number: count + 1, id: order.id, items: order.cart.items, address: order.delivery.parcel.address,
            delivery: order.delivery.offer.id, total: order.approval.amount, card: order.approval.card)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes = [UInt8](try encoder.encode(line))
        bytes.append(UInt8(ascii: "\n"))
        try append(bytes, to: descriptor, of: size)
        return Receipt(number: count + 1, file: file)
    }

    /// Reads the existing orders.
    private func contents(of descriptor: Int32, lookingFor id: String) throws -> (count: Int, size: Int, known: Int?) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw problem(errno) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        struct Entry: Decodable { let number: Int, id: String }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard bytes.isEmpty || bytes.last == UInt8(ascii: "\n") else { throw damaged(line: lines.count) }
        for (index, line) in lines.enumerated() {
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) else {
                throw damaged(line: index + 1)
            }
            if entry.id == id { return (lines.count, bytes.count, entry.number) }
        }
        return (lines.count, bytes.count, nil)
    }

    /// Writes all bytes, or removes those already written.
    private func append(_ bytes: [UInt8], to descriptor: Int32, of size: Int) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return try takeBack(from: descriptor, to: size) }
            written += count
        }
        guard fsync(descriptor) == 0 else { return try takeBack(from: descriptor, to: size) }
    }

    private func takeBack(from descriptor: Int32, to size: Int) throws {
        let reason = errno
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw damaged(line: nil) }
        throw problem(reason)
    }

    private func damaged(line: Int?) -> Problem {
        Problem(
            "\(file) is damaged\(line.map { " in line \($0)" } ?? "").",
            advice: "Repair the file or move it away, then retry.")
    }

    private func problem(_ code: Int32) -> Problem {
        switch code {
        case ENOENT: Problem("There is no folder “\(folder)”.", advice: "Create it, then retry.")
        case ENOTDIR: Problem("“\(folder)” is not a folder.", advice: "Make a folder of that name, then retry.")
        case EACCES, EPERM, EROFS:
            Problem("You are not allowed to write to “\(file)”.", advice: "Get the permission, then retry.")
        case EWOULDBLOCK:
            Problem("“\(file)” is being written by somebody else.", advice: "Wait a moment, then retry.")
        case ENOSPC, EDQUOT: Problem("There is no room left for “\(file)”.", advice: "Make room, then retry.")
        case let code:
            Problem(
                "“\(file)” could not be written: \(String(cString: strerror(code))).",
                advice: "Do something about it, then retry.")
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
