import Foundation
import Orders
import Testing

@Suite("orders-server", .serialized, .timeLimit(.minutes(2)))
struct OrdersServerTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("An order is placed, shown, listed and shipped")
    func story() async throws {
        let server = try await Server.start(in: folder, "--pace", "0")
        #expect(try await server.ask("GET", "/ready").code == 200)
        let answer = try await server.ask("POST", "/orders", #"{"id": "17", "items": ["tea", "cup"]}"#)
        #expect(answer.code == 201 && answer.location == "/orders/17")
        #expect(try answer.order.id == "17")
        try await server.untilEnded(["17"])
        let shipped = Server.Order(id: "17", status: "ended", state: "shipped, parcel 1", problem: nil)
        #expect(try await server.ask("GET", "/orders/17").order == shipped)
        #expect(try await server.orders() == [shipped])
        #expect(try await server.orders("phase=shipped") == [shipped])
        #expect(try await server.orders("phase=charging") == [])
        #expect(await server.stop() == 0)
        #expect(try await folder.bank.income() == Money(cents: 1450))
    }

    @Test("A repeated request changes nothing, and an id stands for one order, also after its end")
    func repetition() async throws {
        let server = try await Server.start(in: folder, "--pace", "0")
        for number in 1...3 {
            let answer = try await server.ask("POST", "/orders", #"{"id": "a-1", "items": ["tea"]}"#)
            #expect(answer.code == 201)
            #expect(try answer.order.id == "a-1")
            let other = try await server.ask("POST", "/orders", #"{"id": "a-1", "items": ["cup"]}"#)
            #expect(other.code == 409)
            #expect(other.text.contains("There is an order a-1 with other contents. Choose another id."))
            if number == 1 { try await server.untilEnded(["a-1"]) }
        }
        #expect(await server.stop() == 0)
        #expect(try await folder.bank.income() == Money(cents: 450))
        #expect(try await folder.warehouse.parcels() == ["a-1"])
    }

    @Test("A cancelled order takes back its steps with the next start, and a shipped one cannot be cancelled")
    func cancelled() async throws {
        let first = try await Server.start(in: folder, "--pace", "3600", "--drain", "0")
        for id in ["1", "2"] { _ = try await first.ask("POST", "/orders", "{\"id\": \"\(id)\", \"items\": [\"tea\"]}") }
        let answer = try await first.ask("POST", "/orders/1/cancel")
        #expect(answer.code == 202)
        #expect(try answer.order.state == "taking back (reservation): cancelled")
        #expect(await first.stop() == 0)

        let second = try await Server.start(in: folder, "--pace", "0")
        try await second.untilEnded(Set(second.orders().filter { $0.status == "running" }.map(\.id)))
        #expect(try await second.orders().map(\.state) == ["rejected: cancelled", "shipped, parcel 1"])
        #expect(try await second.ask("POST", "/orders/1/cancel").code == 202)
        let late = try await second.ask("POST", "/orders/2/cancel")
        #expect(late.code == 409 && late.text.contains("Order 2 has ended: shipped, parcel 1."))
        #expect(await second.stop() == 0)
        #expect(try await folder.warehouse.stock()["tea"] == 39)
    }

    @Test("After a SIGTERM under load, the next start finishes each accepted order exactly once")
    func shutdown() async throws {
        let first = try await Server.start(in: folder, "--pace", "0")
        let accepted = await withTaskGroup { group in
            for number in 1...30 {
                group.addTask {
                    let answer = try? await first.ask(
                        "POST", "/orders", "{\"id\": \"\(number)\", \"items\": [\"tea\"]}")
                    // The others have met a server that takes no more requests.
                    return answer?.code == 201 ? "\(number)" : nil
                }
            }
            var accepted: Set<String> = []
            for await case let id? in group {
                accepted.insert(id)
                if accepted.count == 5 { first.signal(SIGTERM) }
            }
            return accepted
        }
        #expect(accepted.count >= 5)
        #expect(await first.code() == 0)

        let second = try await Server.start(in: folder, "--pace", "0")
        try await second.untilEnded(Set(second.orders().filter { $0.status == "running" }.map(\.id)))
        let orders = try await second.orders()
        #expect(orders.allSatisfy { $0.status == "ended" && $0.state.hasPrefix("shipped") })
        #expect(accepted.isSubset(of: orders.map(\.id)))
        #expect(await second.stop() == 0)
        #expect(try await folder.bank.income() == Money(cents: 450 * orders.count))
        #expect(try await folder.warehouse.parcels().sorted() == orders.map(\.id).sorted())
        #expect(try await folder.warehouse.stock()["tea"] == 40 - orders.count)
    }

    @Test("A failed order is shown with its problem, and goes on after a retry")
    func failed() async throws {
        let server = try await Server.start(in: folder, "--pace", "0", "--seed", "0")
        let id = id(charge: "2/charge#1", [.babbles, .answers])
        _ = try await server.ask("POST", "/orders", "{\"id\": \"\(id)\", \"items\": [\"tea\"]}")
        let problem = "the bank's answer about order \(id) makes no sense"
        try await server.untilLogged("order/\(id) is parked: \(problem). Remove the cause")
        let failed = Server.Order(id: id, status: "failed", state: "charging €4.50", problem: problem)
        #expect(try await server.ask("GET", "/orders/\(id)").order == failed)
        #expect(try await server.orders() == [failed])
        #expect(try await server.ask("POST", "/orders/\(id)/retry").code == 202)
        try await server.untilEnded([id])
        #expect(try await server.ask("GET", "/orders/\(id)").order.state == "shipped, parcel 1")
        #expect(await server.stop() == 0)
    }

    @Test(
        "A request that cannot be carried out gets a status and a sentence",
        arguments: [
            ("GET", "/orders/99", "", 404, "There is no order 99."),
            ("POST", "/orders/99/cancel", "", 404, "There is no order 99."),
            ("POST", "/orders/99/retry", "", 404, "There is no order 99."),
            ("POST", "/orders", "tea, please", 400, "Send the order in JSON, such as"),
            ("POST", "/orders", #"{"id": "1"}"#, 400, "Send the order in JSON, such as"),
            ("POST", "/orders", #"{"id": "1", "items": []}"#, 400, "An order needs items"),
            ("POST", "/orders", #"{"id": "1", "items": ["beer"]}"#, 400, "beer is not for sale. There are tea (€4.50)"),
            ("POST", "/orders", #"{"items": ["tea"]}"#, 400, "Send the order in JSON, such as"),
            ("POST", "/orders", #"{"id": "a/b", "items": ["tea"]}"#, 400, "letters, digits, hyphens"),
            ("GET", "/orders?after=x", "", 400, "from the \\\"next\\\" of the page before"),
            ("GET", "/orders?phase=lost", "", 400, "There is no phase lost. There are cart, reserving,"),
            ("GET", "/orders?limit=0", "", 400, "from 1 to 1000"),
            ("GET", "/tea", "", 404, ""),
        ])
    func refused(_ method: String, _ path: String, _ body: String, _ code: Int, _ words: String) async throws {
        let server = try await Server.start(in: folder, "--pace", "0")
        let answer = try await server.ask(method, path, body.isEmpty ? nil : body)
        #expect(answer.code == code)
        #expect(words.isEmpty || answer.text.contains(words), "\(answer.text)")
        #expect(await server.stop() == 0)
    }

    @Test("A program that cannot have its files or its port says why")
    func obstacles() async throws {
        let server = try await Server.start(in: folder)
        let second = try Run("orders-server", ["--folder", folder.path, "--port", "0"])
        let inUse = "Error: The store is in use by orders-server (process "
        #expect(await second.line { $0.hasPrefix(inUse) } != nil)
        #expect(await second.result().code == 1)

        let other = try Folder()
        let third = try Run("orders-server", ["--folder", other.path, "--port", server.port])
        let taken = "Error: The server on port \(server.port) has ended: "
        #expect(await third.line { $0.hasPrefix(taken) } != nil)
        #expect(await third.result().code == 1)
        #expect(await server.stop() == 0)
        #expect(await (try Run("orders-server", ["--port", "-1"])).result().code == 64)
    }
}
