import Commons
import Foundation
import Orders
import Testing

@Suite("oak-orders", .serialized, .timeLimit(.minutes(2)))
struct OakOrdersTests {
    let program: Program

    init() throws { program = try Program() }

    /// Ids of orders whose charges the bank answers in a given way each time.
    static func ids(_ count: Int, _ isAwaited: ([BankMood]) -> Bool) -> [String] {
        var ids: [String] = []
        var next = 1_000
        while ids.count < count {
            let request = "order/\(next)@\(ids.count + 1)/charge#2"
            let moods = (1...8).map { BankMood.mood(seed: 0, request: request, count: $0) }
            if isAwaited(moods) { ids.append("\(next)") }
            next += 1
        }
        return ids
    }

    /// Ids of orders that the bank approves.
    static func goodIDs(_ count: Int) -> [String] { ids(count) { $0.allSatisfy { $0 == .answers } } }

    @Test("An order is placed, run, listed and shown")
    func story() throws {
        let id = Self.goodIDs(1)[0]
        #expect(
            try program.run("place", "--id", id, "--item", "tea", "--item", "cup").lines
                == ["\(id)  reserving tea, cup"])
        let run = try program.run("run", "--pace", "0")
        #expect(run.code == 0)
        #expect(run.lines.last == "\(id)  shipped, parcel 1")
        #expect(try program.run("list").lines == ["\(id)  shipped, parcel 1"])
        let history = try program.run("show", id).lines
        #expect(history.count == 5)
        #expect(history.first?.hasSuffix("  check out") == true)
        #expect(try program.run("run").lines == ["nothing to do"])
    }

    @Test("The program continues where it stopped if it is killed after any line of its output")
    func killed() async throws {
        let ids = Self.ids(6) { $0.allSatisfy { [.answers, .declines].contains($0) } }
        for id in ids { _ = try program.run("place", "--id", id, "--item", "cup") }
        for count in 1...8 {
            let running = try program.start("run", "--pace", "0.02")
            for _ in 0..<count where running.line() == nil { break }
            running.signal(SIGKILL)
            _ = running.end()
        }
        #expect(try program.run("run", "--pace", "0").code == 0)
        let list = try program.run("list").lines
        #expect(list.count == ids.count)
        let shipped = list.filter { $0.contains("shipped") }.map { String($0.prefix { $0 != " " }) }
        #expect(list.filter { $0.contains("rejected") }.count == ids.count - shipped.count)
        #expect(try await program.bank.income() == Money(cents: 1000 * shipped.count))
        #expect(try await program.warehouse.parcels().sorted() == shipped.sorted())
        #expect(try await program.warehouse.stock()["cup"] == 20 - shipped.count)
    }

    @Test("A second program is refused with the name of the first, and takes over once the first is killed")
    func oneOwner() throws {
        let id = Self.goodIDs(1)[0]
        _ = try program.run("place", "--id", id, "--item", "tea")
        let running = try program.start("run", "--pace", "3600")
        #expect(running.line() == "\(id)  reserving tea")
        for signal in [SIGCONT, SIGSTOP] {
            running.signal(signal)
            let second = try program.run("list")
            #expect(second.code == 2)
            #expect(second.errors.contains("The store is in use by oak-orders (process \(running.id) on "))
        }
        running.signal(SIGKILL)
        _ = running.end()
        #expect(try program.run("list").lines == ["\(id)  reserving tea"])
    }

    @Test("A cancelled order undoes its steps, and a shipped order cannot be cancelled")
    func cancelled() async throws {
        let ids = Self.goodIDs(2)
        _ = try program.run("place", "--id", ids[0], "--item", "tea")
        let cancelled = try program.run("cancel", ids[0])
        #expect(cancelled.code == 0)
        #expect(cancelled.lines == ["\(ids[0])  taking back (reservation): cancelled"])
        _ = try program.run("place", "--id", ids[1], "--item", "tea")
        #expect(try program.run("run", "--pace", "0").code == 0)
        #expect(try program.run("list").lines == ["\(ids[0])  rejected: cancelled", "\(ids[1])  shipped, parcel 1"])
        let late = try program.run("cancel", ids[1])
        #expect(late.code == 1)
        #expect(late.errors == "oak-orders: order/\(ids[1]) has ended, and takes no more events.\n")
        #expect(try await program.warehouse.stock()["tea"] == 39)
    }

    @Test("A failed order is listed with its problem and continues after a retry")
    func failed() throws {
        let id = Self.ids(1) { $0.starts(with: [.babbles, .answers]) }[0]
        _ = try program.run("place", "--id", id, "--item", "tea")
        let run = try program.run("run", "--pace", "0")
        #expect(run.code == 1)
        let problem = "failed: the bank's answer about order \(id) makes no sense"
        #expect(run.lines.last == "\(id)  \(problem)")
        #expect(try program.run("list").lines == ["\(id)  charging €4.50; \(problem)"])
        #expect(try program.run("retry", id).lines == ["\(id)  charging €4.50"])
        #expect(try program.run("run", "--pace", "0").lines.last == "\(id)  shipped, parcel 1")
        #expect(try program.run("retry", id).errors == "oak-orders: Order \(id) has not failed.\n")
    }

    @Test("Bad input is refused with a sentence and an exit code")
    func badInput() throws {
        #expect(try program.run("place", "--id", "1", "--item", "beer").code == 64)
        #expect(try program.run("place", "--id", "1").code == 64)
        #expect(try program.run("run", "--pace", "-1").code == 64)
        let unknown = try program.run("show", "99")
        #expect(unknown.code == 1)
        #expect(unknown.errors == "oak-orders: order/99 does not exist. Start it first.\n")
        let other = try Program()
        try Data("This is no database, but a text.".utf8).write(
            to: URL(fileURLWithPath: other.folder + "/orders.sqlite"))
        let damaged = try other.run("list")
        #expect(damaged.code == 2)
        #expect(damaged.errors.hasPrefix("oak-orders: This is no store of durable machines, or it is damaged. "))
    }
}
