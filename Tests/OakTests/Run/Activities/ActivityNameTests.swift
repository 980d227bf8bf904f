import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C27 Activities and other effects", .interleaved)
struct ActivityNameTests {
    @Test(
        "A postponed event of an activity survives effects of the same identity")
    func postponed() async throws {
        try await interleave(seed: 1) {
            for event in [ActiveMachine.Event.cancel, .begin] {
                let outputs = try await ActiveMachine.play(.init(keepsActivity: true), [[event], [.open], [.end]])
                expectThat(outputs == ["\(event)", "open", "answer", "end"], "\(outputs)")
            }
        }
    }

    @Test("C27, C28 A child that departs and is restored within a macrostep begins its activities again")
    func putBack() async throws {
        let saved = Recorder<Children<Int, ActivityChild.State>>()
        let log = try await Session<ActivityComposite>.play(
            from: .init(members: [1: .init("x"), 2: .init("x")])
        ) { session in
            session.log.note("--")
            let restore = ActivityComposite.Event.change({ state in
                if let members = saved.values.first { state.members = members }
            })
            try await session.send(
                .change(
                    { state in
                        saved.record(state.members)
                        state.members[1] = nil
                    }, then: [restore]))
            session.log.note("--")
        }
        #expect(
            log.entries.split(separator: "--")[1] == ["member[1]/x childDeparted", "member[1]/x began"],
            "\(log.entries)")
    }
}
