import Parts

import Foundation

/// Writes orders to a file, one per line, in JSON.
///
/// An order is written as a whole or not at all, and never twice: placing an existing order again returns its receipt.
/// A failed attempt can therefore be repeated safely. One book at a time may write to a folder.
public actor OrderBook {
    /// A line of the file.
    struct Line: Codable {
        let number: Int
        let id: String
        let items: [Cart.Item]
        let address: Address
        let total: Money
        let card: String
    }

    /// The path of the file.
    public nonisolated let file: String

    /// Creates an order book.
    ///
    /// - Parameter folder: The folder of the file; it must exist when an order is placed.
    public init(folder: String) { file = folder + "/orders.jsonl" }

    /// Records an order.
    ///
    /// - Parameter order: The order.
    /// - Returns: Its number and the file.
    /// - Throws: A ``Problem`` with the reason; nothing was written then.
    public func place(_ order: Order) async throws -> Receipt {
        let url = URL(fileURLWithPath: file)
        var lines: [Line] = []
        do {
            let contents = FileManager.default.fileExists(atPath: file) ? try Data(contentsOf: url) : Data()
            lines = try contents.split(separator: UInt8(ascii: "\n")).map { line in
                try JSONDecoder().decode(Line.self, from: Data(line))
            }
        } catch {
            throw Problem("“\(file)” is damaged.", advice: "Repair the file or move it away, then retry.")
        }
        if let known = lines.first(where: { $0.id == order.id }) { return Receipt(number: known.number, file: file) }
        lines.append(
            Line(
                number: lines.count + 1, id: order.id, items: order.cart.items, address: order.delivery.parcel.address,
                total: order.approval.amount, card: order.approval.card))
        do {
            let bytes = try lines.map { try JSONEncoder().encode($0) + Data("\n".utf8) }.reduce(Data(), +)
            try bytes.write(to: url, options: .atomic)
        } catch {
            throw Problem("“\(file)” could not be written.", advice: "Make its folder writable, then retry.")
        }
        return Receipt(number: lines.count, file: file)
    }
}
