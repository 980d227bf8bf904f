import Testing

@testable import OakGraph

@Suite struct MermaidTests {
    @Test("A small machine is drawn in a few lines")
    func lamp() {
        #expect(
            DiagramModels.lamp.mermaid() == """
                stateDiagram-v2
                    state "off" as s0
                    state "on" as s1
                    [*] --> s0
                    s0 --> s1 : pressed
                    s1 --> s0 : pressed

                """)
    }

    @Test("Nested cases are composite states with the common transitions of their states")
    func nested() {
        #expect(
            DiagramModels.checkout.mermaid() == """
                stateDiagram-v2
                    state "browsing" as s0
                    state "delivered" as s7
                    state "cancelled" as s8
                    state "paying" as c0 {
                        state "entering(total: 12)<br/>children: payment" as s1
                        state "charging(total: 12)<br/>children: payment<br/>\
                activities: #quot;charge#quot; in<br/>payment" as s2
                        state "declined<br/>children: payment" as s3
                    }
                    state "packing" as c1 {
                        state "picking<br/>children: parcels[1],<br/>parcels[2]" as s4
                        state "wrapping" as c2 {
                            state "paper<br/>children: parcels[1],<br/>parcels[2]" as s5
                            state "ribbon<br/>children: parcels[1],<br/>parcels[2]" as s6
                        }
                    }
                    [*] --> s0
                    s0 --> s1 : checkOut
                    s1 --> s2 : card(.typed(4))
                    s2 --> s4 : card(.charged)
                    s2 --> s3 : card(.declined)
                    s3 --> s2 : card(.typed(4)) / receipt(12),<br/>payment departs
                    s4 --> s5 : next
                    s5 --> s6 : next
                    s6 --> s7 : next
                    c0 --> s8 : cancel
                    s0 --> s8 : cancel
                    s7 --> [*]
                    s8 --> [*]

                """)
    }

    @Test("A composite state has no common edge where the results of its states differ")
    func differing() {
        var model = DiagramModels.checkout
        model.transitions[8].effect = .init(kind: "cancelTask", id: #""charge""#)
        let text = model.mermaid()
        #expect(!text.contains("c0 -->"))
        #expect(text.contains("s1 --> s8 : cancel / cancel #quot;charge#quot;"))
        #expect(text.contains("s2 --> s8 : cancel\n") && text.contains("s3 --> s8 : cancel\n"))
    }

    @Test("An edge names the effects that begin, their delays and the cancelled effects")
    func effects() {
        let text = DiagramModels.loadingList.mermaid()
        #expect(text.contains("s0 --> s1 : viewAppeared / raise load\n"))
        #expect(text.contains("s1 --> s2 : load / start #quot;load#quot;,<br/>start #quot;slow#quot; after 5 s\n"))
        #expect(text.contains("s2 --> s1 : cancel / cancel #quot;load#quot;\n"))
        #expect(text.contains("s2 --> s4 : failed(Offline()) / action\n"))
        #expect(text.contains(#"state "loading(items: [])<br/>live: #quot;load#quot;" as s2"#))
        let plain = DiagramModels.loadingList.mermaid(DiagramStyle(showsEffects: false, showsLive: false))
        #expect(plain.contains("s1 --> s2 : load\n") && plain.contains(#"state "loading(items: [])" as s2"#))
    }

    @Test("A state lists its postponed events, and unhandled events are drawn on request")
    func unhandled() {
        let model = DiagramModels.editor
        #expect(
            model.mermaid() == """
                stateDiagram-v2
                    state "viewing" as s0
                    state "editing" as s1
                    state "saving<br/>postpones: edit, close" as s2
                    [*] --> s0
                    s0 --> s1 : edit
                    s1 --> s2 : save / cancel #quot;draft#quot;,<br/>then start #quot;write#quot;
                    s1 --> s1 : type
                    s2 --> s0 : saved

                """)
        let all = model.mermaid(DiagramStyle(direction: .right, unhandled: Set(Intent.allCases)))
        #expect(all.hasPrefix("stateDiagram-v2\n    direction LR\n"))
        #expect(all.contains("s0 --> s0 : close (ignored)<br/>saved (unexpected)\n"))
        #expect(all.contains("s1 --> s1 : type<br/>close (refused)\n"))
        #expect(all.contains("s2 --> s2 : edit, close (postponed)<br/>save, type (unexpected)\n"))
    }

    @Test("A run that would end with an error is always drawn", arguments: [Intent.endless, .invalid, .trapped])
    func errors(intent: Intent) {
        var model = DiagramModels.lamp
        model.transitions[1] = .init(source: 1, target: 1, event: ".pressed", intent: intent)
        #expect(model.mermaid().contains("s1 --> s1 : pressed (\(intent.rawValue))\n"))
    }

    @Test("Payloads with the same target are merged, and an event with several targets is marked")
    func guards() {
        #expect(
            DiagramModels.guarded.mermaid().hasSuffix(
                """
                    s0 --> s0 : coin [some], push
                    s0 --> s1 : coin [some], ticket(…)
                    s0 --> s2 : kick, hit
                    s1 --> s0 : push
                    s1 --> s2 : any other event

                """))
    }

    @Test("Payloads that lead to different states are shown separately")
    func payloads() {
        var model = DiagramModels.guarded
        model.events.append(".ticket(.year)")
        let text = model.mermaid()
        #expect(text.contains("s0 --> s1 : coin [some], ticket(.day),<br/>ticket(.week)\n"))
        #expect(text.contains("s1 --> s2 : coin, ticket(.day),<br/>ticket(.week), kick, hit\n"))
    }

    @Test("A label without room for all results states how many are left out")
    func manyResults() {
        var model = DiagramModels.lamp
        model.transitions[0].actions = (1...20).map {
            .init(event: ".e", state: ".on", intent: .handled, output: "\($0)")
        }
        #expect(model.mermaid().contains("pressed / 1, 2, 3, 4, 5, 6, 7,<br/>… 13 more\n"))
    }

    @Test("Each of several initial states has an arrow")
    func starts() {
        #expect(DiagramModels.severalStarts.mermaid().contains("    [*] --> s0\n    [*] --> s1\n"))
    }

    @Test("No text escapes from its label", arguments: DiagramModels.hostileTexts)
    func escaping(text: String) {
        let plain = DiagramModels.saying("plain").0.mermaid().split(separator: "\n")
        let lines = DiagramModels.saying(text).0.mermaid().split(separator: "\n")
        #expect(lines.count == plain.count)
        for (line, model) in zip(lines, plain) {
            #expect(line.split(separator: "\"").count == model.split(separator: "\"").count)
            let label = line.split(separator: "<br/>").joined().drop { $0 != "\"" && $0 != ":" }.dropFirst()
            let rest = label.split(separator: "#").map { $0.drop { $0 != ";" }.dropFirst() }.dropFirst()
            #expect(!rest.joined().contains { "<>;%".contains($0) }, "\(line)")
        }
    }
}
