#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    @testable import OakGraph

    struct GraphvizTests {
        /// The time, in seconds, that a program has beside all other tests.
        private let patience = 3600.0

        private var patient: Graphviz { Graphviz(timeLimit: patience) }

        /// Runs a script in place of Graphviz, with the arguments and the input of `dot`.
        private func withProgram<Result: Sendable>(
            _ script: String, _ body: (String, String) async throws -> Result
        ) async throws -> Result {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let path = "\(folder)/dot"
            try Data("#!/bin/sh\ncd '\(folder)'\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            return try await body(path, folder)
        }

        private func failure(of graphviz: Graphviz) async -> GraphvizError? {
            do throws(GraphvizError) {
                _ = try await graphviz.picture(of: "digraph { a -> b }", as: .svg)
                return nil
            } catch {
                return error
            }
        }

        @Test(.enabled(if: isInstalled))
        func `A graph becomes a picture in either format`() async throws {
            let svg = try await patient.picture(of: "digraph { a -> b }", as: .svg)
            #expect(String(decoding: svg, as: UTF8.self).contains("<title>a&#45;&gt;b</title>"))
            let png = try await patient.picture(of: "digraph { a -> b }", as: .png)
            #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }

        @Test(.enabled(if: isInstalled))
        func `The message of Graphviz reaches the caller`() async throws {
            do throws(GraphvizError) {
                _ = try await patient.picture(of: "digraph {", as: .svg)
                Issue.record("A picture was made of half a graph")
            } catch {
                guard case .failed(let message) = error else { throw error }
                #expect(message.contains("syntax error"))
            }
        }

        @Test func `The error for a missing program says how to install it`() async throws {
            let error = await failure(of: Graphviz(program: "dot-that-is-missing"))
            #expect(error == .notInstalled(program: "dot-that-is-missing"))
            #expect("\(GraphvizError.notInstalled(program: "dot"))".contains("apt-get install graphviz"))
            let path = await failure(of: Graphviz(program: "/nowhere/dot"))
            #expect(path == .notInstalled(program: "/nowhere/dot"))
        }

        @Test func `A large graph is written and its large picture is read without a deadlock`() async throws {
            let dot = String(repeating: "digraph { a -> b }\n", count: 100_000)
            let copy = try await withProgram("cat") { program, _ in
                try await Graphviz(program: program, timeLimit: patience).picture(of: dot, as: .svg)
            }
            #expect(copy.count == dot.utf8.count)
        }

        @Test func `An endless picture is stopped at the size limit`() async throws {
            let error = try await withProgram("exec yes") { program, _ -> GraphvizError? in
                await failure(of: Graphviz(program: program, timeLimit: patience, sizeLimit: 1000))
            }
            #expect(error == .sizeLimitExceeded(bytes: 1000))
        }

        @Test func `A program that exceeds its time limit has ended before the error is thrown`() async throws {
            try await withProgram("echo $$ > pid; exec sleep 600") { program, folder in
                // Without a limit the test would wait for ten minutes.
                let error = await failure(of: Graphviz(program: program, timeLimit: 0.2))
                #expect(error == .timeLimitExceeded(seconds: 0.2))
                try expectEnded(in: folder)
            }
        }

        @Test func `Cancelling the task ends the program`() async throws {
            try await withProgram("echo $$ > pid; : > begun; exec sleep 600") { program, folder in
                let begun = "\(folder)/begun"
                try #require(mkfifo(begun, 0o600) == 0)
                let picture = Task { await failure(of: Graphviz(program: program, timeLimit: patience)) }
                // Opening waits until the program has come this far, on a thread that no task needs.
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        close(open(begun, O_RDONLY))
                        continuation.resume()
                    }
                }
                picture.cancel()
                #expect(await picture.value == .cancelled)
                try expectEnded(in: folder)
            }
        }

        /// Expects that the program is gone, also from the table of processes.
        private func expectEnded(in folder: String) throws {
            let text = try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
            guard let text, let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return }
            #expect(kill(pid, 0) == -1)
        }
    }

    private let isInstalled = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
#else
    import OakGraph
    import Testing

    struct GraphvizTests {
        @Test("Where no program can be started, the error names the formats that need none")
        func unavailable() async {
            await #expect(throws: GraphvizError.unavailable) {
                try await Graphviz().picture(of: "digraph {}", as: .svg)
            }
            #expect("\(GraphvizError.unavailable)".contains("mermaid"))
        }
    }
#endif
