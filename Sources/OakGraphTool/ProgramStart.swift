/// A program to run, with its input.
struct ProgramCall: Sendable {
    let program: String
    let arguments: [String]
    let input: [UInt8]
    let sizeLimit: Int
}

/// The output of a program, and its exit status.
struct ProgramResult: Sendable {
    let status: Int
    let output: [UInt8]
    let errors: String
}

/// A way to run programs.
///
/// Cancelling the task ends the program; `run` returns once it has ended.
struct ProgramStart: Sendable {
    let run: @Sendable (ProgramCall) async throws(GraphvizError) -> ProgramResult

    /// The way that fits the system and the traits of the package; `nil` if none does.
    static var preferred: ProgramStart? {
        #if GraphTool && canImport(Subprocess)
            .subprocess
        #elseif GraphTool && os(macOS)
            .foundation
        #else
            nil
        #endif
    }
}
