/// A value in transit: its previous owner has given it up for the next one.
///
/// Only one thread at a time can reach the value: it arrived as `sending`, came out of a function whose result nothing
/// else holds, or is handed over behind a lock. The compiler loses track of that where a closure captures the value.
@usableFromInline
struct Disconnected<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: consuming Value) { self.value = value }
}

extension Disconnected: Copyable where Value: Copyable {}
