#if Tools
    import MachineTool
    import Testing

    struct SimulationTests {
        private func simulate(_ lines: String...) async -> ToolResult {
            await Machines.result(of: ["simulate", "sign-in"], input: lines)
        }

        @Test("A state is shown with its live children and activities, and its events with their intents")
        func stateShownWhat() async {
            let output = await simulate("1").output
            #expect(
                output.hasSuffix(
                    """

                    .checking("Ada")
                      operations: "check"
                      1  ignored  .submit("Ada")
                      2  handled  .cancel
                      3  handled  .accepted from "check"
                      4  handled  .rejected from "check"

                    """))
            #expect(output.contains("effect: start \"check\""))
        }

        @Test("Events are chosen by number, by text and by the name of their case")
        func eventsChosenNumber() async {
            for word in ["1", ".submit(\"Ada\")", "submit(\"Ada\")", "submit", ".submit"] {
                #expect(await simulate(word).output.contains("\n.checking(\"Ada\")\n"), "\(word)")
            }
        }

        @Test("Undo goes back one event, and reset to the beginning")
        func undoGoesBack() async {
            let undone = await simulate("submit", "cancel", "undo", "path").output
            #expect(undone.hasSuffix(".signedOut\n  .submit(\"Ada\") → .checking(\"Ada\")\n"))
            #expect(await simulate("submit", "reset", "path").output.hasSuffix("\n.signedOut\n"))
            #expect(await simulate("undo").output.hasSuffix("Nothing to undo: this is the beginning.\n"))
        }

        @Test("The path contains every event, including ignored ones")
        func pathEveryEvent() async {
            let output = await simulate("submit", "submit", "path").output
            #expect(output.hasSuffix("  .submit(\"Ada\") (ignored) → .checking(\"Ada\")\n"))
        }

        @Test("A mistyped input changes nothing and is answered with a suggestion")
        func mistakeChangesNothing() async {
            #expect(await simulate("9").output.hasSuffix("Type a number from 1 to 2.\n"))
            #expect(await simulate("accepted").output.hasSuffix("nor a command. Type help.\n"))
            #expect(await simulate("help").output.contains("undo   goes back one event"))
        }

        @Test("A terminal state says that the machine has ended")
        func terminalStateSays() async {
            #expect(await simulate("submit", "accepted").output.contains("The machine has ended here"))
        }

        @Test("The simulation ends on quit or at the end of its input")
        func simulationEndsQuit() async {
            #expect(await simulate("quit", "submit").exitCode == 0)
            #expect(!(await simulate("quit", "submit").output.contains(".checking")))
            #expect(await simulate().exitCode == 0)
        }
    }
#endif
