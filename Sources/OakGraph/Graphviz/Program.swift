#if os(macOS) || os(Linux)
    import Foundation

    /// A program to run, with its input.
    struct Program: Sendable {
        let name: String
        let arguments: [String]
        let input: [UInt8]
        let sizeLimit: Int

        /// Runs the program, and returns once it has ended. Cancelling the task ends the program.
        func run() async -> Result<ProgramResult, GraphvizError> {
            guard let path else { return .failure(.notInstalled(program: name)) }
            let running = RunningProgram(self, path)
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // A thread that waits would be missing from those that run tasks.
                    Thread.detachNewThread { continuation.resume(returning: running.run()) }
                }
            } onCancel: {
                running.end()
            }
        }

        /// Runs the program, ends it after a time in seconds, and waits for it in any case.
        func run(limit: Double) async throws(GraphvizError) -> ProgramResult {
            let nanoseconds = UInt64(min(max(limit, 0), 1e9) * 1e9)
            let result = await withTaskGroup(of: Result<ProgramResult, GraphvizError>.self) { group in
                group.addTask { await run() }
                group.addTask {
                    do { try await Task.sleep(nanoseconds: nanoseconds) } catch { return .failure(.cancelled) }
                    return .failure(.timeLimitExceeded(seconds: limit))
                }
                let first = await group.next() ?? .failure(.cancelled)
                group.cancelAll()
                return first
            }
            if Task.isCancelled { throw .cancelled }
            return try result.get()
        }

        private var path: String? {
            let files = FileManager.default
            if name.contains("/") { return files.isExecutableFile(atPath: name) ? name : nil }
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            return folders.lazy.map { "\($0)/\(name)" }.first { files.isExecutableFile(atPath: $0) }
        }
    }

    /// The output of a program, and its exit status.
    struct ProgramResult: Sendable {
        let status: Int
        let output: [UInt8]
        let errors: String
    }

    /// A program that a thread waits for, and that any other can end.
    private final class RunningProgram: @unchecked Sendable {
        private let call: Program
        private let path: String
        private let lock = NSLock()
        private var process: Process?
        private var hasEnded = false

        init(_ call: Program, _ path: String) {
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
                let output = Foundation.Pipe()
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
                return .failure(.notStarted(program: call.name, reason: error.localizedDescription))
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
