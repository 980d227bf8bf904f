import Oak
import Testing
import Timers

@testable import OakWeb
@testable import WebPages

@Suite("The page of the timers")
struct TimerBoardPageTests {
    /// A board by the events that lead to it from the beginning.
    static func state(_ events: TimerBoard.Event...) -> TimerBoard.State { state(events) }

    static func state(_ events: [TimerBoard.Event]) -> TimerBoard.State {
        var state = TimerBoard.State()
        for event in events { _ = TimerBoard.update(&state, event: event) }
        return state
    }

    static let ticking: [TimerBoard.Event] = [
        .timer(1, .start), .timer(1, .ping), .timer(1, .ping), .timer(2, .start), .timer(2, .ping), .timer(2, .stop),
        .timer(3, .terminate),
    ]

    static let samples = [
        Sample("beginning", state()), Sample("in all states", state(ticking)),
        Sample("none", state(.remove(1), .remove(2), .remove(3))),
        Sample("full", state(Array(repeating: .add, count: TimerBoard.State.limit))),
        Sample("ticking", state(ticking + [.open(1)])), Sample("stopped", state(ticking + [.open(2)])),
        Sample("terminated", state(ticking + [.open(3)])),
    ]

    @Test("Each state's elements are visible, reachable and distinguishable", arguments: samples)
    func faults(sample: Sample<TimerBoard.State>) { #expect(sample.state.scene.faults == []) }

    @Test("Every message that a scene can send is understood", arguments: samples)
    func understood(sample: Sample<TimerBoard.State>) {
        #expect(sample.state.scene.messages.filter { TimerBoardMessage.decode($0) == nil } == [])
    }

    @Test("Every message can be sent from some scene")
    func noneLeftOver() {
        let names = Set(Self.samples.flatMap(\.state.scene.events))
        #expect(names == Set(TimerBoardMessage.allCases.map(\.rawValue)))
    }

    @Test("A message names its timer and is rejected without a number")
    func numbers() {
        let expected: [TimerBoardMessage: TimerBoard.Event] = [
            .open: .open(7), .remove: .remove(7), .start: .timer(7, .start), .stop: .timer(7, .stop),
            .terminate: .timer(7, .terminate),
        ]
        for (message, event) in expected {
            #expect(TimerBoardMessage.decode(Message(message.rawValue, values: ["number": "7"])) == event)
            #expect(TimerBoardMessage.decode(Message(message.rawValue, values: ["number": "seven"])) == nil)
            #expect(TimerBoardMessage.decode(Message(message.rawValue)) == nil)
        }
    }

    @Test("Each timer is listed under its number with its count and its state")
    func list() throws {
        let rows = Self.state(Self.ticking).scene.all(.li)
        #expect(rows.map(\.key) == ["1", "2", "3"])
        #expect(rows.map { $0.content.all(class: "ticks").map(\.content.text) } == [["2"], ["1"], ["–"]])
        #expect(
            rows.map { $0.content.all(class: "badge").map(\.content.text) } == [["Ticking"], ["Stopped"], ["Done"]])
    }

    @Test(
        "The actions on a timer depend on its state",
        arguments: [
            (1, ["All timers", "Stop", "Terminate", "Remove timer"]),
            (2, ["All timers", "Start", "Terminate", "Remove timer"]),
            (3, ["All timers", "Remove timer"]),
        ])
    func detail(number: Int, buttons: [String]) {
        #expect(Self.state(Self.ticking + [.open(number)]).scene.buttons == buttons)
    }

    @Test("A tick changes only the digits of its timer")
    func tick() throws {
        let before = Self.state(Self.ticking)
        let after = Self.state(Self.ticking + [.timer(1, .ping)])
        let patch = try #require(before.scene.difference(to: after.scene))
        let sent = try String(decoding: Notice.patch(patch).encoded(), as: UTF8.self)
        #expect(sent.contains(#"{"t":"3"}"#))
        #expect(sent.utf8.count < 120)
    }

    @Test("A board without timers shows how to add one")
    func none() {
        let scene = Self.state(.remove(1), .remove(2), .remove(3)).scene
        #expect(scene.element(id: "list-hint")?.content.text == "Add one to begin.")
    }

    @Test("A board without room for another timer says so")
    func full() throws {
        let scene = Self.state(Array(repeating: .add, count: TimerBoard.State.limit)).scene
        let add = try #require(scene.all(.button).first)
        #expect(add["aria-disabled"] == "true")
        #expect(scene.element(id: "list-hint")?.content.text == "There is room for 20. Remove one to add another.")
    }
}
