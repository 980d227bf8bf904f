import OakGraph
import Testing

@Suite struct TableTests {
    @Test("Markdown: a row for each state, a column for each event")
    func markdown() {
        var model = DiagramModels.editor
        model.events.removeAll { $0 == ".type" }
        #expect(
            model.markdown(DiagramStyle(showsEffects: false)) == """
                # Editor

                |                    | `.edit`    | `.save`    | `.saved`   | `.close`  |
                |--------------------|------------|------------|------------|-----------|
                | `.viewing` initial | `.editing` |            | unexpected | ·         |
                | `.editing`         |            | `.saving`  |            | refused   |
                | `.saving`          | postponed  | unexpected | `.viewing` | postponed |

                """)
        #expect(model.markdown().contains(#"| `.saving`, cancel "draft", then start "write" |"#))
    }

    @Test("Markdown: live work has a column, and a cell lists all results of an event")
    func live() {
        let rows = DiagramModels.signIn.markdown().split(separator: "\n")
        #expect(rows[1].contains("| live "))
        #expect(rows[4].contains(#"| `signIn("ada")`, `timer 10 s` |"#))
        #expect(rows[7].hasPrefix("| `.closed` terminal "))
        #expect(DiagramModels.guarded.markdown().contains("| `.locked` or `.open` |"))
    }

    @Test("Markdown: no text escapes from its cell", arguments: DiagramModels.hostileTexts)
    func markdownEscaping(text: String) {
        let model = DiagramModels.saying(text).0
        let lines = model.markdown().split(separator: "\n")
        #expect(lines.count == 1 + 2 + model.states.count)
        for row in lines.dropFirst() {
            var bars = 0
            var previous: Character = " "
            for character in row {
                if character == "|", previous != "\\" { bars += 1 }
                previous = character
            }
            #expect(bars == 2 + 1 + Set(model.events).count, "\(row)")
        }
    }

    @Test("DOT: a small machine")
    func dot() {
        #expect(
            DiagramModels.lamp.dot().hasSuffix(
                """
                    s0 [label=<off>]
                    s1 [label=<on>]
                    initial_0 [shape=point, width=0.14]
                    initial_0 -> s0
                    s0 -> s1 [label=<&#160;pressed&#160;>]
                    s1 -> s0 [label=<&#160;pressed&#160;>]
                }

                """))
    }

    @Test("DOT: clusters, terminal states, effects and live work")
    func clusters() {
        let text = DiagramModels.checkout.dot(DiagramStyle(direction: .right))
        #expect(text.contains("rankdir=LR"))
        #expect(text.contains("    subgraph cluster_1 {\n") && text.contains("        subgraph cluster_2 {\n"))
        #expect(text.contains("s1 -> s8 [label=<&#160;cancel&#160;>, ltail=cluster_0]"))
        #expect(text.contains("s8 -> final_8"))
        #expect(text.contains("<font color=\"gray35\"> / receipt(12),</font>"))
        let all = DiagramModels.editor.dot(DiagramStyle(unhandled: Set(Intent.allCases)))
        #expect(all.contains("s2 -> s2") && all.contains("style=dashed, color=gray50]"))
    }

    @Test("Equal graphs give equal text")
    func determinism() {
        for model in DiagramModels.all {
            let texts = (0..<10).map { _ in [model.mermaid(), model.dot(), model.markdown(), model.promela] }
            #expect(Set(texts).count == 1)
        }
    }
}
