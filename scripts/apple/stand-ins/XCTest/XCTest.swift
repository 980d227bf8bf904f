// The parts of XCTest that the tests use, for type-checking without it.

@MainActor @preconcurrency
open class XCTestCase {
    public nonisolated init() {}
}

public func XCTAssertEqual<T: Equatable>(
    _ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertTrue(
    _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertThrowsError<T>(
    _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, _ errorHandler: (_ error: any Error) -> Void = { _ in }
) {}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
