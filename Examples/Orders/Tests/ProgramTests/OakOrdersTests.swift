import Foundation
import Orders
import Testing

@Suite("oak-orders", .serialized, .timeLimit(.minutes(2)))
struct OakOrdersTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("An order is placed, run and listed")
    func story() async throws {
        let placed = try await folder.run("place", "--id", "17", "--item", "tea", "--item", "cup")
        #expect(placed == Ending(["17  reserving tea, cup"], 0))
        let run = try await folder.run("run", "--pace", "0")
        #expect(run.code == 0 && run.lines.last == "17  shipped, parcel 1")
        #expect(try await folder.run("list").lines == ["17  shipped, parcel 1"])
        #expect(try await folder.run("run") == Ending(["nothing to do"], 0))
    }

    @Test("The program goes on where it was if it is killed after any line of its output")
    func killed() async throws {
        let ids = (1...6).map { "\($0)" }
        for id in ids { _ = try await folder.run("place", "--id", id, "--item", "cup") }
        for count in 1...8 {
            let running = try folder.start("run", "--pace", "0")
            var lines = 0
            while lines < count, await running.line() != nil { lines += 1 }
            running.signal(SIGKILL)
            _ = await running.result()
        }
        #expect(try await folder.run("run", "--pace", "0").code == 0)
        let list = try await folder.run("list").lines
        #expect(list.count == ids.count)
        let shipped = list.filter { $0.contains("shipped") }.map { String($0.prefix { $0 != " " }) }
        // On a slow computer, the bank may not answer within the time that an order gives it.
        #expect(list.filter { $0.contains("rejected") }.count == ids.count - shipped.count)
        #expect(try await folder.bank.income() == Money(cents: 1000 * shipped.count))
        #expect(try await folder.warehouse.parcels().sorted() == shipped.sorted())
        #expect(try await folder.warehouse.stock()["cup"] == 20 - shipped.count)
    }

    @Test("A second program is refused with the name of the first, and takes over once the first is killed")
    func oneOwner() async throws {
        _ = try await folder.run("place", "--id", "17", "--item", "tea")
        let running = try folder.start("run", "--pace", "3600")
        #expect(await running.line() == "17  reserving tea")
        for signal in [SIGCONT, SIGSTOP] {
            running.signal(signal)
            let refused = try await folder.run("list")
            #expect(refused.code == 1)
            #expect(
                refused.lines.first?.contains("The store is in use by oak-orders (process \(running.id) on ") == true)
        }
        running.signal(SIGKILL)
        _ = await running.result()
        #expect(try await folder.run("list").lines == ["17  reserving tea"])
    }

    @Test("A cancelled order takes back its steps, and a shipped order cannot be cancelled")
    func cancelled() async throws {
        for id in ["1", "2"] { _ = try await folder.run("place", "--id", id, "--item", "tea") }
        #expect(try await folder.run("cancel", "1") == Ending(["1  taking back (reservation): cancelled"], 0))
        #expect(try await folder.run("run", "--pace", "0").code == 0)
        #expect(try await folder.run("list").lines == ["1  rejected: cancelled", "2  shipped, parcel 1"])
        #expect(
            try await folder.run("cancel", "2") == Ending(["Error: order/2 has ended, and takes no more events."], 1))
        #expect(try await folder.warehouse.stock()["tea"] == 39)
    }

    @Test("A failed order is listed with its problem, and goes on after an operator has retried it")
    func failed() async throws {
        let id = id(charge: "1/charge#2", [.babbles, .answers])
        _ = try await folder.run("place", "--id", id, "--item", "tea")
        let problem = "failed: the bank's answer about order \(id) makes no sense"
        let run = try await folder.run("run", "--pace", "0", "--seed", "0")
        #expect(run.code == 1 && run.lines.contains("\(id)  \(problem)"))
        #expect(try await folder.run("list").lines == ["\(id)  charging €4.50; \(problem)"])
        let retry = try Run("oak-durable", ["retry", "order/\(id)", "--store", folder.path + "/orders.sqlite"])
        #expect(await retry.result().code == 0)
        #expect(try await folder.run("run", "--pace", "0", "--seed", "0").lines.last == "\(id)  shipped, parcel 1")
    }

    @Test("Wrong arguments and unusable files are refused with a sentence and an exit code")
    func obstacles() async throws {
        #expect(try await folder.run("place", "--id", "1", "--item", "beer").code == 64)
        #expect(try await folder.run("place", "--id", "1").code == 64)
        #expect(try await folder.run("run", "--pace", "-1").code == 64)
        #expect(try await folder.run("cancel", "99") == Ending(["Error: order/99 does not exist. Start it first."], 1))
        try Data("This is no database, but a text.".utf8).write(
            to: URL(fileURLWithPath: folder.path + "/orders.sqlite"))
        let refused = try await folder.run("list")
        #expect(refused.code == 1)
        #expect(
            refused.lines.first?.hasPrefix("Error: This is no store of durable machines, or it is damaged. ") == true)
    }
}
