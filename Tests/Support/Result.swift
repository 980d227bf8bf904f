/// What a function returns or throws.
package func result<Value>(
    _ body: @Sendable @concurrent () async throws -> sending Value
) async -> sending Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
