// The parts of Dispatch that the tests use, for type-checking without it.

public final class DispatchSpecificKey<T>: Sendable {
    public init() {}
}

public final class DispatchQueue: @unchecked Sendable {
    public init(label: String) {}
    public static var main: DispatchQueue { DispatchQueue(label: "") }
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
    public static func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { fatalError() }
}
