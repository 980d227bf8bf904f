#if GraphTool && (os(macOS) || os(Linux))
    import Foundation

    extension ProgramStart {
        /// Programs are run by Foundation, which macOS 12 has.
        static var foundation: ProgramStart {
            ProgramStart { call async throws(GraphvizError) in
                guard let path = path(of: call.program) else { throw .notInstalled(program: call.program) }
                let program = RunningProgram(call, path)
                let result = await withTaskCancellationHandler {
                    await withCheckedContinuation { continuation in
                        // A thread that waits would be missing from those that run tasks.
                        Thread.detachNewThread { continuation.resume(returning: program.run()) }
                    }
                } onCancel: {
                    program.end()
                }
                return try result.get()
            }
        }

        private static func path(of program: String) -> String? {
            let files = FileManager.default
            if program.contains("/") { return files.isExecutableFile(atPath: program) ? program : nil }
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            return folders.lazy.map { "\($0)/\(program)" }.first { files.isExecutableFile(atPath: $0) }
        }
    }

    /// A program that a thread waits for, and that any other can end.
    private final class RunningProgram: @unchecked Sendable {
        private let call: ProgramCall
        private let path: String
        private let lock = NSLock()
        private var process: Process?
        private var hasEnded = false

        init(_ call: ProgramCall, _ path: String) {
            self.call = call
            self.path = path
        }

        /// Ends the program at once, or keeps it from starting.
        func end() {
            lock.lock()
            defer { lock.unlock() }
            hasEnded = true
            if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        /// Runs the program; blocks the thread until it has ended.
        func run() -> Result<ProgramResult, GraphvizError> {
            // Files, unlike pipes, need no thread of their own and never block the program.
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (input, errors) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("errors"))
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(call.input).write(to: input)
                try Data().write(to: errors)
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(fileURLWithPath: path)
                process.arguments = call.arguments
                process.standardInput = try FileHandle(forReadingFrom: input)
                process.standardError = try FileHandle(forWritingTo: errors)
                process.standardOutput = output
                guard try start(process) else { return .failure(.cancelled) }
                let bytes = try bytes(from: output.fileHandleForReading)
                if bytes == nil { end() }
                process.waitUntilExit()
                guard let bytes else { return .failure(.sizeLimitExceeded(bytes: call.sizeLimit)) }
                let isSignal = process.terminationReason == .uncaughtSignal
                return .success(
                    ProgramResult(
                        status: Int(process.terminationStatus) + (isSignal ? 128 : 0), output: bytes,
                        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)))
            } catch {
                end()
                return .failure(.notStarted(program: call.program, reason: error.localizedDescription))
            }
        }

        /// Starts the program unless it was ended before.
        private func start(_ process: Process) throws -> Bool {
            lock.lock()
            defer { lock.unlock() }
            if hasEnded { return false }
            try process.run()
            self.process = process
            return true
        }

        /// Everything that the program writes; `nil` if that is too much.
        private func bytes(from file: FileHandle) throws -> [UInt8]? {
            var bytes: [UInt8] = []
            while let part = try file.read(upToCount: 1 << 16), !part.isEmpty {
                bytes += part
                if bytes.count > call.sizeLimit { return nil }
            }
            return bytes
        }
    }
#endif
