/// Draws graphs in the DOT language as pictures, with the program `dot` where Graphviz is installed.
///
/// ```swift
/// import OakGraphTool
///
/// func picture(of dot: String) async throws -> [UInt8] {
///     try await Graphviz().picture(of: dot, as: .svg)
/// }
/// ```
///
/// Without the package trait `GraphTool` each picture is the error ``GraphvizError/unavailable``.
public struct Graphviz: Hashable, Sendable {
    /// The format of a picture.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Scalable vector graphics.
        case svg
        /// Portable network graphics.
        case png
    }

    /// The name of the program, which is looked up in `PATH`, or its path.
    public var program: String

    /// The longest time for a picture, in seconds.
    public var timeLimit: Double

    /// The largest size of a picture, in bytes.
    public var sizeLimit: Int

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - program: The name of the program, which is looked up in `PATH`, or its path.
    ///   - timeLimit: The longest time for a picture, in seconds.
    ///   - sizeLimit: The largest size of a picture, in bytes.
    public init(program: String = "dot", timeLimit: Double = 60, sizeLimit: Int = 64 << 20) {
        self.program = program
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
    }

    /// Draws a graph.
    ///
    /// The program has ended when this function returns, also if it throws. Cancelling the task ends the program.
    ///
    /// - Parameters:
    ///   - dot: The graph in the DOT language.
    ///   - format: The format of the picture.
    /// - Returns: The bytes of the picture.
    /// - Throws: ``GraphvizError``, which says what to do.
    public func picture(of dot: String, as format: Format) async throws(GraphvizError) -> [UInt8] {
        guard let start = ProgramStart.preferred else { throw .unavailable }
        return try await picture(of: dot, as: format, by: start)
    }

    func picture(of dot: String, as format: Format, by start: ProgramStart) async throws(GraphvizError) -> [UInt8] {
        let call = ProgramCall(
            program: program, arguments: ["-T\(format.rawValue)"], input: Array(dot.utf8), sizeLimit: sizeLimit)
        let result = try await result(of: call, by: start)
        guard result.status == 0, !result.output.isEmpty else {
            throw .failed(message: Self.trimmed(result.errors))
        }
        return result.output
    }

    private enum Ending: Sendable {
        case program(Result<ProgramResult, GraphvizError>)
        case timeIsUp
        case cancelled
    }

    /// Waits for the program in any case, so that none is left behind.
    private func result(of call: ProgramCall, by start: ProgramStart) async throws(GraphvizError) -> ProgramResult {
        let nanoseconds = UInt64(min(max(timeLimit, 0), 1e9) * 1e9)
        let ending = await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                do throws(GraphvizError) {
                    return .program(.success(try await start.run(call)))
                } catch {
                    return .program(.failure(error))
                }
            }
            group.addTask {
                do {
                    try await Task.sleep(nanoseconds: nanoseconds)
                    return .timeIsUp
                } catch {
                    return .cancelled
                }
            }
            let first = await group.next() ?? .cancelled
            group.cancelAll()
            return first
        }
        if Task.isCancelled { throw .cancelled }
        switch ending {
        case .program(let result): return try result.get()
        case .timeIsUp: throw .timeLimitExceeded(seconds: timeLimit)
        case .cancelled: throw .cancelled
        }
    }

    private static func trimmed(_ message: String) -> String {
        String(message.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
