import JobShell
import Testing

@Suite("A command")
struct CommandTests {
    @Test(
        "Commands are read as they are typed",
        arguments: [
            ("pause", Command.pause), (" resume\r", .resume), ("status", .status), ("cancel", .cancelAll),
            ("cancel all", .cancelAll), ("cancel  build ", .cancel("build")),
            ("cancel two words", .cancel("two words")),
            ("cancel \"all\"", .cancel("all")), ("cancel \"", .cancel("\"")), ("", nil), ("  ", nil),
        ])
    func commands(_ line: String, _ command: Command?) throws { #expect(try Command(line) == command) }

    @Test(
        "An unknown command is reported with a list of the commands",
        arguments: ["stop", "pause now", "Pause", "cancelall"])
    func unknown(_ line: String) {
        do {
            _ = try Command(line)
            Issue.record("It was read.")
        } catch {
            #expect("\(error)" == "unknown command \"\(line)\"; there are \(Command.usage)")
        }
    }
}
