import Foundation
import Oak
import OakDurable
import OakTesting
import Testing

@testable import OakInspector

@Suite("C38 The page of a durable instance")
struct DurableInstanceTests {
    @Test("An instance is shown with its state, its change, its work and the diagram of its journal")
    func instance() async throws {
        let depot = try await Depot()
        let parcel = try await depot.pack("1")
        try await depot.host.send(.fail(Parcel.Code(digits: "")), to: parcel, deduplication: nil)
        _ = try? await depot.host.value(of: parcel)
        let failed = try await depot.detail("1")
        #expect(failed.status == .failed)
        #expect(failed.waiting.count == 1)
        try await depot.pack("2")
        try await depot.host.send(.send(.red), to: DurableID<Parcel>("2"))
        let detail = try await depot.detail("2")
        #expect(detail.present.tree?.name == "sent")
        #expect(detail.activities.map(\.name) == ["carry"])
        #expect(detail.deadlines.map(\.lateness) == [-60])
        #expect(detail.journal.steps.first?.event?.tree?.name == "send.red")
        await depot.host.close()
    }

    @Test("The journal leads to each moment, also before a restart")
    func timeTravel() async throws {
        let store = MemoryStore()
        let first = try await Depot(store: store)
        let parcel = try await first.pack("1")
        try await first.host.send(.send(.red), to: parcel)
        await first.host.close()
        let depot = try await Depot(store: store)
        try await depot.host.send(.deliver(Parcel.Code(digits: Depot.secret)), to: parcel)
        let now = try await depot.detail("1")
        #expect(now.present.tree?.name == "delivered")
        #expect(now.status == .ended)
        #expect(now.step == Entry.Step(source: "sent", target: "delivered"))
        #expect(now.journal.diagram?.boxes.first(where: \.isCurrent)?.name == "delivered")
        let past = try await depot.detail("1") { $0.moment = 1 }
        #expect(past.moment?.state?.tree?.name == "sent")
        #expect(past.journal.diagram?.boxes.first(where: \.isCurrent)?.name == "sent")
        let missing = try await depot.detail("1") { $0.moment = 0 }
        #expect(missing.moment == nil)
        await depot.host.close()
    }

    @Test("A long journal is read a piece at a time, from any macrostep on")
    func pieces() async throws {
        let depot = try await Depot()
        let parcel = try await depot.pack("1")
        for _ in 0..<250 { try await depot.host.send(.lost, to: parcel) }
        let detail = try await depot.detail("1")
        #expect(detail.journal.steps.map(\.number) == (151...250).reversed())
        #expect(detail.journal.hasOlder)
        let oldest = try await depot.detail("1") { $0.end = 50 }
        #expect(oldest.journal.steps.map(\.number) == (1...50).reversed())
        #expect(!oldest.journal.hasOlder)
        let far = try await depot.detail("1") { $0.moment = 3 }
        #expect(far.moment?.number == 3)
        #expect(far.former?.number == 2)
        await depot.host.close()
    }

    @Test("A hidden value reaches no page: not with a state, an event, the journal, an output or an error")
    func redaction() async throws {
        let depot = try await Depot()
        let code = Parcel.Code(digits: Depot.secret)
        for id in ["1", "2"] { try await depot.host.send(.send(.red), to: try await depot.pack(id)) }
        try await depot.host.send(.deliver(code), to: DurableID<Parcel>("1"))
        try await depot.host.send(.fail(code), to: DurableID<Parcel>("2"))
        _ = try? await depot.host.value(of: DurableID<Parcel>("2"))
        for id in ["1", "2"] {
            let key = try await depot.key(of: id)
            for moment in [nil, 1, 2] {
                let markup = await depot.markup(DurableQuery(instance: key, moment: moment))
                #expect(markup.contains("parcel/\(id)"))
                #expect(!markup.contains(Depot.secret))
            }
        }
        #expect(try await depot.detail("2").problem?.contains("not shown") == true)
        await depot.host.close()
    }

    @Test("A stored value is shown by another one, whose hidden parts stay hidden")
    func otherValue() async throws {
        let depot = try await Depot { value in
            guard case .packed(let label)? = value as? Parcel.State else { return nil }
            return (label.city.uppercased(), label.code)
        }
        let parcel = try await depot.pack("1")
        #expect(try await depot.detail("1").present.tree?.text == "(BERN, …)")
        try await depot.host.send(.send(.red), to: parcel)
        #expect(try await depot.detail("1").present.tree?.text == "sent(Label(city: Bern, code: …), red)")
        await depot.host.close()
    }

    @Test("Without the machine, values are shown as JSON, or not at all where something is hidden")
    func unknownMachine() async throws {
        let depot = try await Depot()
        try await depot.pack("1")
        let state = try #require(try await depot.store.instance(InstanceName(machine: "parcel", id: "1"))).state
        func value(_ redaction: Redaction, hiding fields: Set<String>) -> ShownValue {
            PayloadReader(payloads: nil, redaction: redaction, hiddenFields: fields, limits: .init())
                .value(.state(state), of: InstanceName(machine: "parcel", id: "1"), version: 1)
        }
        #expect(
            value(Redaction(), hiding: []).tree?.text == "packed(object(city: Bern, code: object(digits: 4711)))")
        #expect(value(Redaction(), hiding: ["code"]).tree?.text == "packed(object(city: Bern, code: …))")
        #expect(value(Redaction(), hiding: ["packed"]).tree?.text == "packed(…)")
        #expect(value(Redaction().hiding(Parcel.Code.self), hiding: []).tree == nil)
        await depot.host.close()
    }

    @Test("An instance that was removed is said to be so")
    func removal() async throws {
        let depot = try await Depot()
        try await depot.pack("1")
        for key in [InstanceKey.min, -1, 0, 1000, .max] {
            let picture = await depot.picture(DurableQuery(instance: key))
            #expect(picture.detail == nil)
            #expect(picture.trouble == "The store does not have this instance any more.")
        }
        await depot.host.close()
    }
}
