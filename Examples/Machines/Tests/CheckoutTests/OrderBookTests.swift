import ExampleTestSupport
import Foundation
import Parts
import Testing

@testable import Checkout

@Suite("Writing orders down")
struct OrderBookTests {
    static let isRoot = geteuid() == 0

    func order(_ id: String) -> Order {
        Order(id: id, cart: Sample.cart, delivery: Sample.delivery, approval: Sample.approval())
    }

    @Test("An order is a line with all its data and only the last digits of the card")
    func line() async throws {
        try await withFolder { folder in
            let book = OrderBook(folder: folder)
            #expect(try await book.place(order("A")) == Receipt(number: 1, file: book.file))
            #expect(try await book.place(order("B")) == Receipt(number: 2, file: book.file))
            let lines = try String(contentsOfFile: book.file, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            #expect(
                lines[0] == """
                    {"address":{"country":"DE","name":"Kim","postcode":"12345"},"card":"•••• 4242",\
                    "delivery":"standard","id":"A","items":[{"grams":1000,"name":"Pot","price":1000,"quantity":1}],\
                    "number":1,"total":1490}
                    """)
        }
    }

    @Test("An order that is already written is not written again")
    func twice() async throws {
        try await withFolder { folder in
            let book = OrderBook(folder: folder)
            let first = try await book.place(order("A"))
            _ = try await book.place(order("B"))
            let before = try Data(contentsOf: URL(filePath: book.file))
            #expect(try await OrderBook(folder: folder).place(order("A")) == first)
            #expect(try Data(contentsOf: URL(filePath: book.file)) == before)
        }
    }

    @Test("Concurrent orders get distinct numbers")
    func sideBySide() async throws {
        try await withFolder { folder in
            let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
                for id in 1...20 {
                    group.addTask {
                        // A task that finds the file in use tries again, as a user would.
                        while true {
                            do { return try await OrderBook(folder: folder).place(order("\(id)")).number } catch let
                                problem
                                as Problem where problem.reason.contains("somebody else")
                            { await Task.yield() }
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(numbers == Set(1...20))
        }
    }

    @Test("A missing folder is reported, and the order is written once the folder exists")
    func missingFolder() async throws {
        try await withFolder { parent in
            let folder = parent + "/orders"
            let book = OrderBook(folder: folder)
            let problem = Problem("There is no folder “\(folder)”.", advice: "Create it, then retry.")
            await #expect(throws: problem) { try await book.place(order("A")) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(try await book.place(order("A")).number == 1)
        }
    }

    @Test("A file in place of the folder is reported")
    func fileInTheWay() async throws {
        try await withFolder { parent in
            try Data().write(to: URL(filePath: parent + "/orders"))
            let problem = Problem(
                "“\(parent)/orders” is not a folder.", advice: "Make a folder of that name, then retry.")
            await #expect(throws: problem) { try await OrderBook(folder: parent + "/orders").place(order("A")) }
        }
    }

    @Test("A folder without write permission is reported", .disabled(if: isRoot, "root may write everywhere"))
    func readOnly() async throws {
        try await withFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
            let book = OrderBook(folder: folder)
            let problem = Problem(
                "You are not allowed to write to “\(book.file)”.", advice: "Get the permission, then retry.")
            await #expect(throws: problem) { try await book.place(order("A")) }
        }
    }

    @Test("A damaged file is left unchanged")
    func damaged() async throws {
        try await withFolder { folder in
            let book = OrderBook(folder: folder)
            _ = try await book.place(order("A"))
            for damage in ["nonsense\n", "{\"number\":2,"] {
                let before = try Data(contentsOf: URL(filePath: book.file))
                try (before + Data(damage.utf8)).write(to: URL(filePath: book.file))
                await #expect(throws: Problem.self) { try await book.place(order("B")) }
                #expect(try Data(contentsOf: URL(filePath: book.file)) == before + Data(damage.utf8))
                try before.write(to: URL(filePath: book.file))
            }
        }
    }

    @Test("An order that is partly written when the disk becomes full is removed")
    func fullDisk() async throws {
        try await withFolder { folder in
            var book = OrderBook(folder: folder)
            _ = try await book.place(order("A"))
            let before = try Data(contentsOf: URL(filePath: book.file))
            let problem = Problem("There is no room left for “\(book.file)”.", advice: "Make room, then retry.")
            // The disk accepts one portion at a time, and is full once no more than two portions are left.
            for portion in [20, 60] {
                book.write = { descriptor, bytes, count in
                    if count > 2 * portion { return write(descriptor, bytes, portion) }
                    errno = ENOSPC
                    return -1
                }
                await #expect(throws: problem) { try await book.place(order("B")) }
                #expect(try Data(contentsOf: URL(filePath: book.file)) == before)
            }
        }
    }

    @Test("A device in place of the file is not written to")
    func device() async throws {
        try await withFolder { folder in
            let book = OrderBook(folder: folder)
            try FileManager.default.createSymbolicLink(atPath: book.file, withDestinationPath: "/dev/null")
            await #expect(throws: Problem.self) { try await book.place(order("A")) }
        }
    }
}
