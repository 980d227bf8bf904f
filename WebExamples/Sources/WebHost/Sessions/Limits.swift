/// What a server grants to those who come, so that nobody takes everything.
public struct Limits: Sendable {
    /// How many sessions there may be at a time.
    public var sessions = 2000

    /// How many connections there may be at a time, those of sessions included.
    public var connections = 4096

    /// How many bytes a message may have.
    public var messageSize = 16 * 1024

    /// How many messages a session may send in a second, over time.
    public var messageRate = 50.0

    /// How many messages a session may send at once.
    public var messageBurst = 200.0

    /// How long a session waits for its page to come back after the connection is lost, or the page reloaded.
    public var absence = Duration.seconds(30)

    /// How long a session may go without a message.
    public var idleness = Duration.seconds(30 * 60)

    /// How often a page is asked whether it is still there; it has to answer before it is asked again.
    public var heartbeat = Duration.seconds(20)

    /// How long a connection may take for a request and its response.
    public var request = Duration.seconds(15)

    /// How long a page may take to leave after it was told to.
    public var leaving = Duration.seconds(2)

    /// Creates the limits that a server has unless it is told otherwise.
    public init() {}
}
