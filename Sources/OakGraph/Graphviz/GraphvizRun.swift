#if os(macOS) || os(Linux)
    import Foundation
    import Oak

    /// A run of the program, which a thread waits for, and which any other thread can end.
    final class GraphvizRun: @unchecked Sendable {
        private let graphviz: Graphviz
        private let input: [UInt8]
        private let format: String
        private let lock = Lock()
        private var process: Process?
        private var hasEnded = false

        init(_ graphviz: Graphviz, on dot: String, format: String) {
            (self.graphviz, input, self.format) = (graphviz, Array(dot.utf8), format)
        }

        /// Runs the program, ends it after the time limit or when the task is cancelled, and waits for it in any case.
        func output() async throws(GraphvizError) -> [UInt8] {
            let limit = graphviz.timeLimit
            let nanoseconds = UInt64(min(max(limit, 0), 1e9) * 1e9)
            let result = await withTaskGroup(of: Result<[UInt8], GraphvizError>.self) { group in
                group.addTask {
                    await withTaskCancellationHandler {
                        await withCheckedContinuation { continuation in
                            // A thread that waits would be missing from those that run tasks.
                            Thread.detachNewThread { continuation.resume(returning: self.run()) }
                        }
                    } onCancel: {
                        self.end()
                    }
                }
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
            let (name, files) = (graphviz.program, FileManager.default)
            if name.contains("/") { return files.isExecutableFile(atPath: name) ? name : nil }
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            return folders.lazy.map { "\($0)/\(name)" }.first { files.isExecutableFile(atPath: $0) }
        }

        /// Ends the program at once, or keeps it from starting.
        private func end() {
            lock.withLock {
                hasEnded = true
                if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }

        /// Runs the program; blocks the thread until it has ended.
        private func run() -> Result<[UInt8], GraphvizError> {
            guard let path else { return .failure(.notInstalled(program: graphviz.program)) }
            // Files, unlike pipes, need no thread of their own and never block the program.
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (input, errors) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("errors"))
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(self.input).write(to: input)
                try Data().write(to: errors)
                let process = Process()
                let output = Foundation.Pipe()
                process.executableURL = URL(fileURLWithPath: path)
                process.arguments = ["-T\(format)"]
                process.standardInput = try FileHandle(forReadingFrom: input)
                process.standardError = try FileHandle(forWritingTo: errors)
                process.standardOutput = output
                guard try start(process) else { return .failure(.cancelled) }
                let bytes = try bytes(from: output.fileHandleForReading)
                if bytes == nil { end() }
                process.waitUntilExit()
                guard let bytes else { return .failure(.sizeLimitExceeded(bytes: graphviz.sizeLimit)) }
                // The number of a signal is not zero, either.
                if process.terminationStatus == 0, !bytes.isEmpty { return .success(bytes) }
                let message = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
                return .failure(.failed(message: message.trimmingCharacters(in: .whitespacesAndNewlines)))
            } catch {
                end()
                return .failure(.notStarted(program: graphviz.program, reason: error.localizedDescription))
            }
        }

        /// Starts the program unless it was ended before.
        private func start(_ process: Process) throws -> Bool {
            try lock.withLock {
                if hasEnded { return false }
                try process.run()
                self.process = process
                return true
            }
        }

        /// Everything that the program writes; `nil` if that is too much.
        private func bytes(from file: FileHandle) throws -> [UInt8]? {
            var bytes: [UInt8] = []
            while let part = try file.read(upToCount: 1 << 16), !part.isEmpty {
                bytes += part
                if bytes.count > graphviz.sizeLimit { return nil }
            }
            return bytes
        }
    }
#endif
