/// Where an event in the mailbox came from, unless it is a plain one from outside.
@usableFromInline
enum Sender {
    case operation(Operation)
    case suspended(SuspendedSend)

    /// The operation that the event comes from, if it comes from one.
    @inlinable
    var operation: Operation? {
        switch self {
        case .operation(let operation): operation
        case .suspended(let send): send.operation
        }
    }
}
