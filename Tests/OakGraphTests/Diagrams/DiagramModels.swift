@testable import OakGraph

/// Models of graphs to draw, made by hand.
enum DiagramModels {
    static let all: [GraphModel] = [
        lamp, signIn, checkout, loadingList, editor, guarded, big, empty, hostile, severalStarts, deep,
    ]

    static let lamp = model(
        "Lamp", [".off", ".on"], events: [".pressed"], [(0, ".pressed", 1), (1, ".pressed", 0)])

    static let signIn: GraphModel = {
        var graph = model(
            "SignIn",
            [
                ".signedOut", #".signingIn(name: "ada")"#, #".signedIn(name: "ada")"#, ".failed(.wrongPassword)",
                ".closed",
            ],
            events: [#".submitted(name: "ada")"#, ".accepted", ".rejected", ".tooLate", ".retry", ".close"],
            [
                (0, #".submitted(name: "ada")"#, 1), (1, ".accepted", 2), (1, ".rejected", 3), (1, ".tooLate", 3),
                (3, ".retry", 1), (0, ".close", 4), (1, ".close", 4), (2, ".close", 4), (3, ".close", 4),
            ])
        graph.states[1].activities = [
            .init(kind: "operation", id: #"signIn("ada")"#),
            .init(kind: "operation", id: "10.0 seconds in App/SignIn.swift"),
        ]
        graph.states[4].isTerminal = true
        return graph
    }()

    static let checkout: GraphModel = {
        var graph = model(
            "Checkout",
            [
                ".browsing", ".paying(.entering(total: 12))", ".paying(.charging(total: 12))", ".paying(.declined)",
                ".packing(.picking)", ".packing(.wrapping(.paper))", ".packing(.wrapping(.ribbon))", ".delivered",
                ".cancelled",
            ],
            events: [".checkOut", ".card(.typed(4))", ".card(.charged)", ".card(.declined)", ".next", ".cancel"],
            [
                (0, ".checkOut", 1), (1, ".card(.typed(4))", 2), (2, ".card(.charged)", 4), (2, ".card(.declined)", 3),
                (3, ".card(.typed(4))", 2), (4, ".next", 5), (5, ".next", 6), (6, ".next", 7), (1, ".cancel", 8),
                (2, ".cancel", 8), (3, ".cancel", 8), (0, ".cancel", 8),
            ])
        for index in 1...3 { graph.states[index].children = ["payment"] }
        graph.states[2].activities = [.init(kind: "operation", id: #""charge""#, child: "payment")]
        for index in 4...6 { graph.states[index].children = ["parcels[1]", "parcels[2]"] }
        graph.states[7].isTerminal = true
        graph.states[8].isTerminal = true
        graph.transitions[4].output = ".receipt(12)"
        graph.transitions[4].effect = .init(kind: "departure", child: "payment")
        return graph
    }()

    static let loadingList: GraphModel = {
        var graph = model(
            "LoadingList",
            [
                ".start", ".idle(items: [])", ".loading(items: [])", #".idle(items: ["a", "b"])"#,
                ".modal(.error(Offline()))",
            ],
            events: [".viewAppeared", ".load", ".loaded", ".failed(Offline())", ".cancel", ".dismiss"],
            [
                (0, ".viewAppeared", 1), (1, ".load", 2), (2, ".loaded", 3), (2, ".failed(Offline())", 4),
                (2, ".cancel", 1), (4, ".dismiss", 1), (3, ".load", 2),
            ])
        for index in graph.transitions.indices {
            switch graph.transitions[index].event {
            case ".load":
                graph.transitions[index].effect = .init(
                    kind: "list",
                    parts: [
                        .init(kind: "operation", id: #""load""#),
                        .init(kind: "operation", id: #""slow""#, delay: "5.0 seconds"),
                    ])
            case ".cancel": graph.transitions[index].effect = .init(kind: "cancelTask", id: #""load""#)
            case ".failed(Offline())": graph.transitions[index].effect = .init(kind: "action")
            case ".viewAppeared":
                graph.transitions[index].effect = .init(kind: "events", events: [".load"])
                graph.transitions[index].actions = [.init(event: ".load", state: ".idle(items: [])", intent: .ignored)]
            case _: break
            }
        }
        graph.states[2].operations = [#""load""#]
        return graph
    }()

    static let editor: GraphModel = {
        var graph = model(
            "Editor", [".viewing", ".editing", ".saving"],
            events: [".edit", ".type", ".save", ".saved", ".close"],
            [(0, ".edit", 1), (1, ".save", 2), (2, ".saved", 0), (1, ".type", 1)])
        graph.transitions[1].effect = .init(
            kind: "sequence",
            parts: [
                .init(kind: "cancelTask", id: #""draft""#), .init(kind: "operation", id: #""write""#),
            ])
        graph.transitions += [
            .init(source: 0, target: 0, event: ".close", intent: .ignored),
            .init(source: 2, target: 2, event: ".edit", intent: .postponed),
            .init(source: 2, target: 2, event: ".close", intent: .postponed),
            .init(source: 2, target: 2, event: ".save", intent: .unexpected),
            .init(source: 2, target: 2, event: ".type", intent: .unexpected),
            .init(source: 0, target: 0, event: ".saved", intent: .unexpected),
            .init(source: 1, target: 1, event: ".close", intent: .refused, child: "document"),
        ]
        graph.transitions.sort { $0.source < $1.source }
        return graph
    }()

    /// An event that leads to several states by its payload, and one state that most events lead to.
    static let guarded = model(
        "Turnstile", [".locked", ".open", ".broken"],
        events: [".coin", ".ticket(.day)", ".ticket(.week)", ".push", ".kick", ".hit"],
        [
            (0, ".coin", 0), (0, ".coin", 1), (0, ".ticket(.day)", 1), (0, ".ticket(.week)", 1), (0, ".push", 0),
            (0, ".kick", 2), (0, ".hit", 2), (1, ".push", 0), (1, ".coin", 2), (1, ".ticket(.day)", 2),
            (1, ".ticket(.week)", 2), (1, ".kick", 2), (1, ".hit", 2),
        ])

    /// A counter in an enum, too large to be drawn state by state.
    static let big: GraphModel = {
        let counts = 0..<120
        var graph = model(
            "Orders",
            [".idle"] + counts.map { ".paying(.entering(digits: \($0)))" }
                + counts.map { ".paying(.charging(attempt: \($0)))" } + [".done"],
            events: [".open", ".digit", ".charge", ".retry", ".accepted", ".cancel"],
            [(0, ".open", 1)]
                + counts.dropLast().map { (1 + $0, ".digit", 2 + $0) } + counts.map { (1 + $0, ".charge", 121 + $0) }
                + counts.map { (1 + $0, ".cancel", 0) } + counts.dropLast().map { (121 + $0, ".retry", 122 + $0) }
                + counts.map { (121 + $0, ".accepted", 241) })
        graph.states[241].isTerminal = true
        graph.cut = "more than 242 states"
        return graph
    }()

    static let empty = GraphModel(machine: "Nothing", states: [], initial: [], events: [], transitions: [])

    static let severalStarts: GraphModel = {
        var graph = model("Starts", [".a", ".b", ".c"], events: [".x"], [(0, ".x", 2), (1, ".x", 2)])
        graph.initial = [0, 1]
        return graph
    }()

    /// Enums nested four deep.
    static let deep = model(
        "Deep",
        [".a(.b(.c(.d)))", ".a(.b(.c(.e)))", ".a(.b(.f))", ".a(.g)", ".h", ".a(.b(.c(.i(1))))"], events: [".x", ".y"],
        [(0, ".x", 1), (1, ".x", 2), (2, ".x", 3), (3, ".x", 4), (4, ".x", 5), (5, ".y", 4), (1, ".y", 5)])

    /// Texts that are syntax somewhere.
    static let hostileTexts: [String] = [
        "quote \" and 'single' \\\" \\", "line\nbreak\r\nand\ttab", "<b>bold</b> & &amp; &lt; <br/> <script>",
        "a: b; c # d #quot; %% comment %%{init: {}}%%", "{ } [ ] ( ) | || <<choice>> [*] --> <-- ==>",
        "*/ /* // \\N \\l \\G \\E", "1. list", "- item", "+ item", "= a", "=== a", "# head", "> quoted",
        "* star *_under_ `code` ``",
        "![alt](http://a.example/b.png) [x](y) www.example.com a@b.example", "state note end note direction LR",
        "style x:#f00; classDef y:#;", "👩‍👩‍👧 é\u{301}\u{301} 漢字 עברית", "rtl \u{202E} zero\u{0} bell\u{7} nbsp\u{A0}x",
        "private \u{E000} nonchar \u{FFFE} ls \u{2028} ps \u{2029} shy \u{AD}", "", " ", "   indented", "-", "--", "_",
        "__a__",
        "$$x^2$$ $y$ ~~s~~ :joy: fa:fa-car", String(repeating: "very long ", count: 200),
        String(repeating: "x", count: 3000), "e" + String(repeating: "\u{301}", count: 500), "%", "%%", "}", "{", ";",
        ":",
        "\"", "\\", "~", "^", "@", "#", "<", ">", "&", "|", "`", "``", "=", "+", "*", "note", "DIRECTION TB",
        "a*b*c _d_ \\*e\\*", "12.", "www.a.example", "note right of s0: x", "end", "s0", "[*]",
        "graph", "--- title: x ---", "---", "https://a.example/?b=c&d=e#f", "#35;", "&#35;", "ﬂ°°35¶ß", "\\u{22}", "\0",
    ]

    static let hostile: GraphModel = {
        let texts = hostileTexts
        var graph = GraphModel(
            machine: "\"Ho<st>il&e\\\n*/: #quot;", states: texts.map { .init(text: $0) }, initial: [0], events: texts,
            transitions: texts.indices.map { index in
                .init(
                    source: index, target: (index + 1) % texts.count, event: texts[index], intent: .handled,
                    effect: .init(kind: "operation", id: texts[index], delay: texts[index]), output: texts[index])
            }, cut: texts.prefix(3).joined())
        for index in texts.indices {
            graph.states[index].children = [texts[index]]
            graph.states[index].activities = [.init(kind: "operation", id: texts[index], child: texts[index])]
            if index.isMultiple(of: 3) { graph.states[index].cases = [texts[index], texts[index]] }
            if index.isMultiple(of: 2) { graph.states[index].cases = ["{\"<&", texts[index]] }
        }
        return graph
    }()

    /// A model that has a text in each place, and the texts that its diagram shows.
    static func saying(_ text: String) -> (GraphModel, [String]) {
        let texts = [text] + ["A", "B", "C", "D", "E", "F", "G"].map { "\($0)\(text)\($0)" }
        let graph = GraphModel(
            machine: texts[7],
            states: [
                .init(text: texts[0]), .init(text: texts[1], children: [texts[2]]),
                .init(text: "x", cases: [texts[6], "x"]),
                .init(text: "y", cases: [texts[6], "y"]),
            ], initial: [0], events: [text, texts[3]],
            transitions: [
                .init(
                    source: 0, target: 1, event: texts[3], intent: .handled,
                    effect: .init(kind: "operation", id: texts[4]), output: texts[5]),
                .init(source: 1, target: 2, event: text, intent: .handled),
                .init(source: 2, target: 3, event: text, intent: .handled),
            ])
        // Mermaid cannot show the mark of its own entities. Only a table has the name of the machine.
        return (graph, text.contains("ﬂ°") ? [] : Array(texts.dropLast()))
    }

    /// A model whose states are nested enums.
    static func model(
        _ machine: String, _ states: [String], events: [String], _ transitions: [(Int, String, Int)]
    ) -> GraphModel {
        GraphModel(
            machine: machine, states: states.map { .init(text: $0, cases: cases(of: $0)) }, initial: [0],
            events: events,
            transitions: transitions.map { .init(source: $0, target: $2, event: $1, intent: .handled) })
    }

    /// The names of nested cases, such as `["a", "b"]` of `.a(.b(x: 1))`.
    private static func cases(of text: String) -> [String] {
        var names: [String] = []
        var rest = text[...]
        while rest.first == "." {
            let name = rest.dropFirst().prefix { $0 != "(" && $0 != ")" && $0 != "," }
            names.append(String(name))
            rest = rest[name.endIndex...].dropFirst()
        }
        return names
    }
}
