/// A function of an environment that the test does not expect to be called.
///
/// ```swift
/// import OakTesting
///
/// struct Env: Sendable {
///     var find: @Sendable (_ text: String) async throws -> [String]
///     var now: @Sendable () -> Int
///
///     static let unexpected = Env(find: unstubbed("find"), now: unstubbed("now", returning: 0))
/// }
///
/// var env = Env.unexpected
/// env.now = { 7 }
/// assert(env.now() == 7)
/// ```
///
/// A call fails the test with the name of the function, and throws.
///
/// - Parameters:
///   - name: The name of the function.
///   - fileID: The source location that the failure names, together with `filePath`, `line` and `column`.
///   - filePath: The source file.
///   - line: The source line.
///   - column: The source column.
/// - Returns: The function; it throws ``UnstubbedFunction``.
public func unstubbed<each Argument, Result>(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
    let site = CallSite(fileID, filePath, line, column)
    return { (_: repeat each Argument) in
        report(UnstubbedFunction(name: name).description, at: site)
        throw UnstubbedFunction(name: name)
    }
}

/// A function of an environment that the test does not expect to be called, and that cannot throw.
///
/// - Parameters:
///   - name: The name of the function.
///   - result: The result of a call.
///   - fileID: The source location that the failure names, together with `filePath`, `line` and `column`.
///   - filePath: The source file.
///   - line: The source line.
///   - column: The source column.
/// - Returns: The function; a call fails the test with the name of the function.
public func unstubbed<each Argument, Result: Sendable>(
    _ name: String, returning result: Result, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
    let site = CallSite(fileID, filePath, line, column)
    return { (_: repeat each Argument) in
        report(UnstubbedFunction(name: name).description, at: site)
        return result
    }
}

/// The error of a function that the test has not stubbed.
public struct UnstubbedFunction: Error, Hashable, CustomStringConvertible {
    /// The name of the function.
    public let name: String

    /// The call that has failed the test, with advice.
    public var description: String {
        "'\(name)' is called, which this test does not expect. Give the environment a stub."
    }
}
