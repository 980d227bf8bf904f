/// A value that never changes and that any thread may read.
///
/// The wrapped values are metatypes, which are immutable, or objects made of `Sendable` constants.
@usableFromInline
struct Immutable<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}
