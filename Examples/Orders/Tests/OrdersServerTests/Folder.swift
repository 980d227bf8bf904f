import Commons
import Foundation
import Orders

/// The folder of a server, removed with this.
final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("orders-server-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    // The books, after the program.
    var bank: Bank {
        get throws { try Bank(path: path + "/bank.sqlite", mood: { _, _ in .answers }, pause: {}) }
    }

    var warehouse: Warehouse { get throws { try Warehouse(path: path + "/warehouse.sqlite", pause: {}) } }
}
