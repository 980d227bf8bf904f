import DurableTool
import Orders

/// Shows and repairs orders, such as `oak-durable show order/17 --store orders/orders.sqlite`.
@main enum StoreTool: DurableCommand {
    static var machines: [OperatedMachine] { [.machine(Order.self)] }
}
