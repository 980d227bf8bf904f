import Foundation

/// Calls a function on a thread with the stack of a secondary thread, which is the shortest one.
package func onShortStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
