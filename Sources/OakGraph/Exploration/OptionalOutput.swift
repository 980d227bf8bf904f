/// An optional, whose values tell something only if they are not `nil`.
@usableFromInline
protocol OptionalOutput {
    var isPresent: Bool { get }
}

extension Optional: OptionalOutput {
    @usableFromInline var isPresent: Bool { self != nil }
}

/// Whether an output is an optional with a value; of any other it is not known whether it tells something.
@inlinable
func isPresent<Output>(_ output: Output) -> Bool {
    guard Output.self is any OptionalOutput.Type else { return false }
    return (output as? any OptionalOutput)?.isPresent ?? false
}

/// Whether an output is an optional without a value.
func isMissing<Output>(_ output: Output) -> Bool {
    Output.self is any OptionalOutput.Type && !isPresent(output)
}
