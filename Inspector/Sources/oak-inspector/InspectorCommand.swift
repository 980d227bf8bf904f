#if Inspector && Tools
    import ArgumentParser
    import Foundation
    import OakInspector
    import OakWeb

    @main
    @available(macOS 15, *)
    struct InspectorCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "oak-inspector",
            abstract: "Shows the machines of other programs, and stored traces, on a page in a browser.",
            discussion: """
                A program reports its machines with inspector.report(to:as:), and the address that --listen prints. A \
                trace comes from the page, under Export, or from the recorder of a test. Press Control-C to end.
                """)

        @Argument(help: "Files with traces.", completion: .file(extensions: ["jsonl"]))
        var traces: [String] = []

        @Flag(help: "Listen for programs, and print the address for them.")
        var listen = false

        @Option(help: "The address of this computer on which to listen; 0.0.0.0 is reached from everywhere.")
        var host = "localhost"

        @Option(help: "The port on which to listen for programs; 0 for any free one.")
        var reports = 0

        @Option(help: "The port of the page; 0 for any free one.")
        var port = 0

        func validate() throws {
            if traces.isEmpty, !listen { throw ValidationError("Name a trace, or give --listen.") }
        }

        func run() async throws {
            let inspector = Inspector()
            for trace in traces {
                do {
                    try inspector.open(try Data(contentsOf: URL(fileURLWithPath: trace)))
                } catch let error as InspectorError {
                    throw ValidationError("\(trace): \(error)")
                } catch {
                    throw ValidationError("\(trace) cannot be read: \(error.localizedDescription)")
                }
            }
            if listen {
                let address = try await inspector.listen(on: host, port: reports)
                // At once, also into a pipe.
                FileHandle.standardOutput.write(Data("Programs report to \(address)\n".utf8))
            }
            // The address of the page is told by the inspector.
            try await inspector.serve(port: port)
            let (nothing, end) = AsyncStream.makeStream(of: Never.self)
            signal(SIGINT, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: SIGINT)
            source.setEventHandler { end.finish() }
            source.resume()
            for await _ in nothing {}
            await inspector.stop()
        }
    }
#else
    @main
    struct InspectorCommand {
        static func main() {
            print("Build oak-inspector with two traits: swift run --traits Inspector,Tools oak-inspector")
        }
    }
#endif
