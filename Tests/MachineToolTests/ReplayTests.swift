#if MachineTool
    import Foundation
    import MachineTool
    import Testing

    @Suite
    struct ReplayTests {
        private func replay(_ text: String, of machine: String = "sign-in") async throws -> ToolResult {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
            try Data(text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return await Machines.result(of: ["replay", machine, file.path])
        }

        @Test
        func `A list of events shows the states on the way`() async throws {
            let result = try await replay("# A sign-in\n.submit(\"Ada\")\n\nrejected\nsubmit\naccepted\n")
            #expect(result.exitCode == 0)
            #expect(
                result.output == """
                    .signedOut
                      .submit("Ada") → .checking("Ada")
                      .rejected → .signedOut
                      .submit("Ada") → .checking("Ada")
                      .accepted → .signedIn
                    4 events were replayed.

                    """)
        }

        @Test
        func `An event that does not come is a deviation, with its line`() async throws {
            let result = try await replay("submit\ncancel\naccepted\n")
            #expect(result.exitCode == 1)
            #expect(result.output.contains("Line 3: 'accepted' does not come in .signedOut"))
        }

        @Test
        func `An event after the end of an incomplete graph is inconclusive`() async throws {
            let lines = String(repeating: "next\n", count: 20)
            #expect(try await replay(lines, of: "tally").exitCode == 2)
        }

        private static let trace = """
            {"oakTrace":1,"transducer":"SignIn","entries":[
            {"start":{"signedOut":{}}},
            {"event":{"submit":{"_0":"Grace"}}},
            {"state":{"checking":{"_0":"Grace"}}},
            {"change":"started","effect":"operation","id":"check","number":1},
            {"event":{"accepted":{}},"operation":1},
            {"state":{"signedIn":{}}},
            {"end":"success"}
            ]}
            """

        @Test
        func `A stored trace is followed, also with values that the alphabet lacks`() async throws {
            let result = try await replay(Self.trace)
            #expect(result.exitCode == 0, "\(result)")
            #expect(result.output.hasSuffix("  .accepted → .signedIn\n2 events were replayed.\n"))
        }

        @Test
        func `A trace that leads elsewhere is a deviation with both states`() async throws {
            let result = try await replay(Self.trace.replacingOccurrences(of: "signedIn", with: "signedOut"))
            #expect(result.exitCode == 1)
            let message = "Line 6: '.accepted' leads to .signedIn; in the trace it leads to .signedOut."
            #expect(result.output.contains(message))
        }

        @Test
        func `A trace of another version is refused with the version`() async throws {
            let text = Self.trace.replacingOccurrences(of: "\"oakTrace\":1", with: "\"oakTrace\":2")
            #expect(try await replay(text).messages.contains("The trace has version 2, and this tool reads version 1"))
        }
    }
#endif
