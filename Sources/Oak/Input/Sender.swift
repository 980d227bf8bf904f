/// Where an event in the mailbox came from, unless it is a plain one from outside.
@usableFromInline
enum Sender {
    case operation(Operation)
    case suspended(SuspendedSend)
}
