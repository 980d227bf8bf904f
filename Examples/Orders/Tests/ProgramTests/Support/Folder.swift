import Foundation
import Orders

/// The folder of the programs, removed with this.
final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("orders-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Starts a command of oak-orders.
    func start(_ command: String, _ arguments: String...) throws -> Run {
        try Run("oak-orders", [command, "--folder", path] + arguments)
    }

    /// Runs a command of oak-orders to its end.
    func run(_ command: String, _ arguments: String...) async throws -> Ending {
        await (try Run("oak-orders", [command, "--folder", path] + arguments)).result()
    }

    // The books, after a program.
    var bank: Bank {
        get throws { try Bank(path: path + "/bank.sqlite", mood: { _, _ in .answers }, pause: {}) }
    }

    var warehouse: Warehouse { get throws { try Warehouse(path: path + "/warehouse.sqlite", pause: {}) } }
}

/// The id of the first order of a store whose charge the bank answers as asked for, with the seed 0.
func id(charge: String, _ moods: [BankMood]) -> String {
    let id = (1000..<10_000).first { id in
        moods.indices.allSatisfy { index in
            BankMood.mood(seed: 0, request: "order/\(id)@\(charge)", count: index + 1) == moods[index]
        }
    }
    return "\(id ?? 0)"
}
