import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable composites")
struct CompositeTests {
    private let fixture = HostFixture()

    @Test("C28 Activity keys contain the name of the child, and a new child has new activities")
    func childrenHaveKeys() async throws {
        let keys = Recorder<String>()
        let forever = Gate<Int>()
        let env = Depot.Env(carry: { key in
            keys.record("\(key)")
            return try await forever.wait()
        })
        let first = try await fixture.host(Depot.self, env)
        let id = try await first.start(Depot.self, id: "d", initialState: Depot.State())
        try await first.send(.add(7), to: id)
        try await first.send(.replace(7), to: id)
        try await first.send(.add(8), to: id)
        await first.close()
        let second = try await fixture.host(Depot.self, env)
        forever.open(returning: 1)
        let state = try await second.state(of: id) { $0.log.count == 2 }
        #expect(state.log.sorted() == ["7 carried 1", "8 carried 1"])
        #expect(
            Set(keys.values).isSubset(of: [
                "depot/d@1/parcel[7]/carry#1", "depot/d@1/parcel[7]/carry#2", "depot/d@1/parcel[8]/carry#3",
            ]))
        #expect(keys.values.contains("depot/d@1/parcel[7]/carry#2"))
        await second.close()
    }

    @Test("C28 The time-outs of a child end with the child")
    func departureEndsTimeouts() async throws {
        let host = try await fixture.host(Depot.self, Depot.Env())
        let id = try await host.start(Depot.self, id: "d", initialState: Depot.State())
        try await host.send(.add(1), to: id)
        try await host.send(.add(2), to: id)
        try await host.send(.parcel(1, .remind), to: id)
        try await host.send(.parcel(2, .remind), to: id)
        try await host.send(.replace(1), to: id)
        try await host.send(.replaceReminded(1), to: id)
        await fixture.clock.advance(by: .seconds(11))
        let state = try await host.state(of: id) { $0.parcels[2]?.isLate ?? false }
        #expect(state.parcels[1]?.isLate == false)
        await host.close()
    }
}
