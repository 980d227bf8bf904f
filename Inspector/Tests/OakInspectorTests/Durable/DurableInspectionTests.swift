import Foundation
import Oak
import OakDurable
import OakWeb
import Testing

@testable import OakInspector

@Suite("The machine of the page of durable hosts")
struct DurableInspectionTests {
    private static func state(steps: Int = 300) -> DurableInspection.State {
        var state = DurableInspection.State()
        state.query.instance = 1
        let summary = InstanceSummary(key: 1, name: InstanceName(machine: "m", id: "i"), version: 1, number: steps)
        var detail = InstanceDetail(
            summary: summary, isKnown: true, present: .withheld(""), activities: [], deadlines: [])
        detail.journal.steps = (steps - 99...steps).reversed().map {
            Journal.Step(
                number: $0, time: Date(), cause: "", trigger: "", event: nil, outputs: nil, state: nil)
        }
        state.picture.detail = detail
        state.picture.source = DurablePicture.Source(number: 1, name: "")
        return state
    }

    @Test("A picture that answers an earlier query is not shown")
    func latePicture() {
        var state = Self.state()
        let old = state.query
        _ = DurableInspection.update(&state, event: .close)
        _ = DurableInspection.update(&state, event: .shown(DurablePicture(trouble: "late"), for: old))
        #expect(state.picture.trouble == nil)
        _ = DurableInspection.update(&state, event: .shown(DurablePicture(trouble: "new"), for: state.query))
        #expect(state.picture.trouble == "new")
    }

    @Test("A store that is slow is asked less often, and said not to answer")
    func slowStore() {
        var state = Self.state()
        #expect(DurableInspection.update(&state, event: .look) != nil)
        for _ in 0..<12 { #expect(DurableInspection.update(&state, event: .look) == nil) }
        #expect(state.silence == 6)
        _ = DurableInspection.update(&state, event: .shown(state.picture, for: state.query))
        #expect(state.reading == .idle(rest: 20))
        #expect(state.silence == nil)
        for _ in 0..<20 { #expect(DurableInspection.update(&state, event: .look) == nil) }
        #expect(DurableInspection.update(&state, event: .look) != nil)
    }

    @Test("Steps lead through the journal, whose list follows them, and end in the present")
    func steps() {
        var state = Self.state()
        var moments: [Int?] = []
        for step in [-1, -1, 1, 1, 1] {
            _ = DurableInspection.update(&state, event: .step(by: step))
            moments.append(state.query.moment)
        }
        #expect(moments == [299, 298, 299, 300, nil])
        _ = DurableInspection.update(&state, event: .travel(to: 17))
        #expect(state.query.moment == 17)
        #expect(state.query.end == 67)
        _ = DurableInspection.update(&state, event: .travel(to: .max))
        #expect(state.query.moment == nil)
        _ = DurableInspection.update(&state, event: .travel(to: .min))
        #expect(state.query.moment == 0)
        _ = DurableInspection.update(&state, event: .live)
        #expect(state.query.moment == nil && state.query.end == nil)
    }

    @Test("An instance is cancelled after a confirmation only")
    func confirmation() {
        var state = Self.state()
        #expect(DurableInspection.update(&state, event: .ask(.cancel)) == nil)
        #expect(state.unconfirmed == .cancel)
        #expect(state.scene(machines: nil).markup.contains("Cancel it for good") == false)
        state.picture.allowsOperations = true
        #expect(state.scene(machines: nil).markup.contains("Cancel it for good"))
        _ = DurableInspection.update(&state, event: .dismiss)
        #expect(DurableInspection.update(&state, event: .confirm) == nil)
        _ = DurableInspection.update(&state, event: .ask(.cancel))
        #expect(DurableInspection.update(&state, event: .confirm) != nil)
        #expect(state.unconfirmed == nil)
    }

    @Test("A tag that is none is refused, and the list is not filtered by it")
    func tags() {
        var state = Self.state()
        _ = DurableInspection.update(&state, event: .chooseTag("phase"))
        #expect(state.query.filter.tag == nil)
        #expect(state.answer != nil)
        _ = DurableInspection.update(&state, event: .chooseTag("hours=3"))
        #expect(state.query.filter.tag == StoredTag(name: "hours", value: 3))
        #expect(state.answer == nil)
    }

    @Test("A tag is read as it is written", arguments: ["a=b", "a=3", "a=\"3\"", "a=", "a=b=c", "a=\"\"x\"\""])
    func tagTexts(text: String) throws {
        let tag = try #require(StoredTag(text: text))
        #expect(StoredTag(text: tag.text) == tag)
    }

    @Test(
        "Every message of the page has an event, whatever values come with it",
        arguments: DurableInspectionMessage.allCases)
    func messages(message: DurableInspectionMessage) {
        let values = [
            "source": "1", "machine": "a", "status": "running", "text": "a", "tag": "a=b", "key": "1", "number": "2",
            "event": "3", "id": "x",
        ]
        #expect(DurableInspectionMessage.decode(Message(message.rawValue, values: values)) != nil)
    }
}
