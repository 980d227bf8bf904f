/// Carries a value across an isolation boundary that the compiler cannot see is safe.
///
/// Every use states why no two threads can reach the value at the same time.
@usableFromInline
struct Unchecked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: consuming Value) { self.value = value }
}

extension Unchecked: Copyable where Value: Copyable {}
