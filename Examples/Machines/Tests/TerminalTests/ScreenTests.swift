import Terminal
import Testing

@MainActor
@Suite("A screen")
struct ScreenTests {
    final class Paper {
        var text = ""
    }

    let paper = Paper()

    func screen(_ style: Screen.Style) -> Screen {
        Screen(style: style) { [paper] in paper.text += $0 }
    }

    @Test("Output without a terminal has no colours and echoes the input lines")
    func plain() {
        let screen = screen(.plain)
        screen.show([Line("Title", .heading), Line("bad", .failure)])
        screen.prompt()
        screen.echo("word")
        screen.close()
        #expect(paper.text == "Title\nbad\n> word\n")
    }

    @Test("Lines on a terminal have colours and appear before the prompt")
    func terminal() {
        let screen = screen(Screen.Style(isInteractive: true, canErase: true, hasColours: true))
        screen.prompt()
        screen.prompt()
        screen.show([Line("bad", .failure), Line("note", .faint), "plain"])
        screen.prompt()
        screen.echo("word")
        screen.prompt()
        screen.close()
        #expect(paper.text == "> \r\u{1B}[K\u{1B}[31mbad\u{1B}[0m\n\u{1B}[2mnote\u{1B}[0m\nplain\n> > \n")
    }

    @Test("A terminal that cannot erase its prompt gets a new line")
    func simpleTerminal() {
        let screen = screen(Screen.Style(isInteractive: true, canErase: false, hasColours: false))
        screen.prompt()
        screen.show(["1"])
        screen.prompt()
        #expect(paper.text == "> \n1\n> ")
    }

    @Test("A secret line is hidden if the terminal can erase it")
    func secret() {
        screen(.plain).echoSecret()
        screen(Screen.Style(isInteractive: true, canErase: true, hasColours: true)).echoSecret()
        screen(Screen.Style(isInteractive: true, canErase: false, hasColours: false)).echoSecret()
        #expect(paper.text == "> ••••\n\u{1B}[A\r\u{1B}[K> ••••\n")
    }

    @Test("Control characters in names cannot move the cursor")
    func controlCharacters() {
        screen(.plain).show(["a\u{1B}[2J\nb\u{2028}\tc"])
        #expect(paper.text == "a\u{FFFD}[2J\u{FFFD}b\u{FFFD}\u{FFFD}c\n")
    }

    @Test(
        "The style depends on the kinds of input and output, NO_COLOR and TERM",
        arguments: [
            (true, true, ["TERM": "xterm"], Screen.Style(isInteractive: true, canErase: true, hasColours: true)),
            (
                true, true, ["TERM": "xterm", "NO_COLOR": "1"],
                Screen.Style(isInteractive: true, canErase: true, hasColours: false)
            ),
            (
                true, true, ["TERM": "xterm", "NO_COLOR": ""],
                Screen.Style(isInteractive: true, canErase: true, hasColours: true)
            ),
            (true, true, ["TERM": "dumb"], Screen.Style(isInteractive: true, canErase: false, hasColours: false)),
            (true, true, [:], Screen.Style(isInteractive: true, canErase: false, hasColours: false)),
            (false, true, ["TERM": "xterm"], Screen.Style(isInteractive: false, canErase: true, hasColours: true)),
            (true, false, ["TERM": "xterm"], .plain), (false, false, ["TERM": "xterm"], .plain),
        ])
    func styles(input: Bool, output: Bool, environment: [String: String], style: Screen.Style) {
        #expect(
            Screen.Style.fitting(inputIsTerminal: input, outputIsTerminal: output, environment: environment) == style)
    }
}
