// A part of Dispatch, which has no interface outside of Apple's systems.

public final class DispatchGroup: Sendable {
    public init() {}
    public func enter() {}
    public func leave() {}
    public func wait() {}
}
