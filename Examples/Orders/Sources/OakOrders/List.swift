import ArgumentParser
import Foundation
import OakDurable
import Orders
import ProgramSupport

/// Lists the orders.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the orders.")

    @OptionGroup var shop: ShopOptions

    func run() async throws {
        try await shop.read { host in
            let orders = try await host.orders(Set(InstanceStatus.allCases))
            let width = orders.map(\.name.id.count).max() ?? 0
            for order in orders {
                let id = order.name.id.padding(toLength: width, withPad: " ", startingAt: 0)
                printLine("\(id)  \(try await host.condition(of: order))")
            }
            if orders.isEmpty { printLine("no orders") }
        }
    }
}

/// Shows an order and its history.
struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows an order and its history.")

    @OptionGroup var shop: ShopOptions

    @Argument(help: "The id of the order.")
    var id: String

    func run() async throws {
        try await shop.read { host in
            let order = DurableID<Order>(id)
            let history = try await host.history(of: order)
            for entry in history { printLine(line(of: entry)) }
            printLine("\(id)  \(try await host.condition(of: host.summary(of: order)))")
        }
    }

    private func line(of entry: JournalEntry) -> String {
        let time = entry.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return "\(entry.number)  \(time)  \(entry.text)"
    }
}

extension JournalEntry {
    /// The event of an entry, in words.
    var text: String {
        let event = event.flatMap { try? JSONDecoder().decode(Order.Event.self, from: $0) }.map { "\($0)" } ?? "?"
        return switch cause {
        case .unexpectedEvent: "\(event) (too late)"
        case .event, .deadline, .activity: event
        case .activityReturned(let name): "\(name) has returned"
        case .revision: "the program has changed"
        case .patch: "an operator has changed the order"
        }
    }
}

extension DurableHost {
    /// The condition of an order, in words.
    func condition(of order: InstanceSummary) async throws -> String {
        let state = try await state(of: DurableID<Order>(order.name.id))
        return switch order.status {
        case .running, .ended: "\(state)"
        case .failed: "\(state); failed: \(order.problem ?? "")"
        case .cancelled: "\(state); abandoned"
        }
    }
}
