import Testing
import Timers

@testable import OakWeb
@testable import OakWebExamples

@Suite("The page of the timers")
struct TimerBoardTests {
    @Test("A tick changes only the digits of its timer")
    func tick() throws {
        let before = TimerStates.state([.timer(1, .start)]).scene
        let after = TimerStates.state([.timer(1, .start), .timer(1, .ping)]).scene
        let patch = try #require(before.difference(to: after))
        let sent = try String(decoding: OakWeb.Notice.patch(patch).encoded(), as: UTF8.self)
        #expect(sent.contains(#"{"t":"1"}"#))
        #expect(sent.utf8.count < 120)
    }

    @Test("Each timer is listed under its number with its count and its state")
    func list() {
        let rows = TimerStates.all.scene.all(.li)
        #expect(rows.map(\.key) == ["1", "2", "3"])
        #expect(rows.map { $0.content.all(class: "ticks").map(\.content.text) } == [["1"], ["1"], ["–"]])
        let badges = rows.map {
            $0.content.elements.filter { $0["class"]?.hasPrefix("badge") == true }.map(\.content.text)
        }
        #expect(badges == [["Ticking"], ["Stopped"], ["Done"]])
    }
}
