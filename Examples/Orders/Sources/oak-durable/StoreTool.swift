import Billing
import DurableTool
import Orders

/// Shows and repairs orders and subscriptions, such as `oak-durable show order/17 --store orders/orders.sqlite`.
@main enum StoreTool: DurableCommand {
    static var machines: [OperatedMachine] {
        [
            .machine(Order.self), .machine(Subscription.self), .machine(CustomerImport.self), .machine(Ledger.self),
            .machine(DailyReport.self),
        ]
    }
}
