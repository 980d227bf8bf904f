/// The origin of an event in the mailbox, unless it is a plain one from outside.
@usableFromInline
enum Sender<Event> {
    case operation(Operation<Event>)
    /// An input whose operation has already returned.
    case formerOperation(Operation<Event>)
    case suspended(SuspendedSend<Event>)

    /// The operation whose input the event came through, if any.
    @inlinable
    var operation: Operation<Event>? {
        switch self {
        case .operation(let operation), .formerOperation(let operation): operation
        case .suspended(let send): send.operation
        }
    }

    /// The operation whose place the event occupies; `nil` for a place shared by senders outside.
    @inlinable
    var payer: Operation<Event>? {
        switch self {
        case .operation(let operation): operation
        case .formerOperation: nil
        case .suspended(let send): send.payer
        }
    }
}
