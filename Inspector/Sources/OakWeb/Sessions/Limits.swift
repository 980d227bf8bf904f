/// The limits of a server, which prevent one client from using all resources.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct Limits: Sendable {
    /// The maximum number of simultaneous sessions.
    public var sessions = 2000

    /// The maximum number of simultaneous connections, including those of sessions.
    public var connections = 4096

    /// The maximum size of a message in bytes.
    public var messageSize = 16 * 1024

    /// The maximum number of messages per second of a session, over time.
    public var messageRate = 50.0

    /// The maximum number of messages that a session may send at once.
    public var messageBurst = 200.0

    /// The time for which a session waits for its page to return after the connection is lost, or the page reloaded.
    public var absence = Duration.seconds(30)

    /// The time for which a session may go without a message.
    public var idleness = Duration.seconds(30 * 60)

    /// The interval at which server and page let each other know that they are there.
    ///
    /// A page that does not answer before the next ping is absent. One that hears nothing for twice the interval
    /// connects anew.
    public var heartbeat = Duration.seconds(20)

    /// The time limit of a connection for a request and its response.
    public var request = Duration.seconds(15)

    /// The time that a page has to leave after being told to.
    public var leaving = Duration.seconds(2)

    /// Creates the default limits.
    public init() {}
}
