/// An event that the mailbox did not accept.
@usableFromInline
struct Rejection<Event> {
    @usableFromInline let event: Event
    @usableFromInline let error: any Error

    @usableFromInline
    init(event: Event, error: any Error) {
        self.event = event
        self.error = error
    }
}
