/// Where an event in the mailbox came from, unless it is a plain one from outside.
@usableFromInline
enum Sender<Event> {
    case operation(Operation<Event>)
    /// Through the input of an operation whose function has returned.
    case formerOperation(Operation<Event>)
    case suspended(SuspendedSend<Event>)

    /// The operation whose input it came through, if it came through one.
    @inlinable
    var operation: Operation<Event>? {
        switch self {
        case .operation(let operation), .formerOperation(let operation): operation
        case .suspended(let send): send.operation
        }
    }

    /// The operation whose place the event has; `nil` if it has one of those from outside.
    @inlinable
    var payer: Operation<Event>? {
        switch self {
        case .operation(let operation): operation
        case .formerOperation: nil
        case .suspended(let send): send.payer
        }
    }
}
