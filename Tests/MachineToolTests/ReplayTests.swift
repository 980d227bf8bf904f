#if Tools
    import MachineTool
    import Testing

    struct ReplayTests {
        private func replay(_ text: String, of machine: String = "sign-in") async throws -> ToolResult {
            try await withFile(text) { await Machines.result(of: ["replay", machine, $0]) }
        }

        @Test("A list of events shows the states on the way")
        func listEventsShows() async throws {
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

        @Test("A missing event is a deviation reported with its line")
        func eventDoesNot() async throws {
            let result = try await replay("submit\ncancel\naccepted\n")
            #expect(result.exitCode == 1)
            #expect(result.output.contains("Line 3: 'accepted' does not come in .signedOut"))
        }

        @Test("An event after the end of an incomplete graph is inconclusive")
        func eventAfterEnd() async throws {
            let lines = String(repeating: "next\n", count: 20)
            #expect(try await replay(lines, of: "tally").exitCode == 2)
        }
    }
#endif
