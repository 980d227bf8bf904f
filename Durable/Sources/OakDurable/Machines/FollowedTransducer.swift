/// A durable machine whose store keeps a feed of all changes, for code that follows them.
///
/// ```swift
/// extension Order: FollowedTransducer {}
/// ```
///
/// A projection, such as a table for a search page, follows the feed with ``DurableHost/changes(of:after:limit:)``, and
/// keeps the position of each page with its own data. The store then gives each change a number, and has one more entry
/// in an index for each instance; a machine that is not followed has none.
///
/// Instances that are older than the conformance, or have changed under a program without it, are in the feed from
/// their next macrostep on; those that run, at once after ``DurableHost/reviseInstances(of:)``.
public protocol FollowedTransducer: DurableTransducer {}

@_documentation(visibility: internal) extension FollowedTransducer {
    public static var _isFollowed: Bool { true }
}
