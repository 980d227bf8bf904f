import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Draining of durable hosts")
struct DrainingTests {
    /// A host with an activity that never returns, and the names of the activities that have begun.
    private func busyHost(_ fixture: HostFixture) async throws -> (DurableHost, Recorder<String>) {
        let begun = Recorder<String>()
        let env = Probe.Env.noting(in: begun, until: Gate()) { name, _ in name }
        return (try await fixture.probe(env, in: Probe.State(activities: ["a"])).0, begun)
    }

    @Test("D13 A host that drains lets activities finish, and begins none")
    func draining() async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let (gate, begun) = (Gate<Int?>(), Recorder<String>())
            let env = Probe.Env.noting(in: begun, until: gate) { name, key in "\(key.instance.id) \(name)" }
            let host = try await fixture.host(env)
            let (id, other): (DurableID<Probe>, DurableID<Probe>) = ("1", "2")
            try await host.start(Probe.self, id: id, initialState: Probe.State(activities: ["a", "b"]))
            try await host.start(Probe.self, id: other, initialState: Probe.State())
            try await host.send(.startTimer("t", seconds: 5), to: other)
            while begun.values.count < 2 { await Task.yield() }
            let closing = TaskSource().start { await host.close(draining: .seconds(60)) }
            await turns()
            await #expect(throws: DurableError.hostNotOpen) { try await host.send(.activities(["c"]), to: other) }
            await fixture.clock.advance(by: .seconds(30))
            gate.open(returning: 7)
            await closing.value
            #expect(begun.values.sorted() == ["1 a", "1 b"])
            let next = try await fixture.host(Probe.Env())
            let log = try await next.log(of: id).sorted()
            #expect(log == ["a answered 7", "b answered 7"])
            try await next.state(of: other) { $0.log == ["fired t"] }
            await next.close()
        }
    }

    @Test("D13 Activities that go on for too long are cancelled, and begin again with the same keys")
    func limit() async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let keys = Recorder<String>()
            let env = Probe.Env.noting(in: keys, until: Gate()) { _, key in "\(key)" }
            let (host, _) = try await fixture.probe(env, in: Probe.State(activities: ["a"]))
            while keys.values.isEmpty { await Task.yield() }
            let closing = TaskSource().start { await host.close(draining: .seconds(60)) }
            try await fixture.clock.untilAsleep()
            await fixture.clock.advance(by: .seconds(60))
            await closing.value
            let next = try await fixture.host(env)
            while keys.values.count < 2 { await Task.yield() }
            #expect(Set(keys.values).count == 1)
            await next.close()
        }
    }

    @Test("D13 A limit of no time, or one that has passed, ends the wait", arguments: [0, -5])
    func noTime(seconds: Int) async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let (host, _) = try await busyHost(fixture)
            await turns(seconds == 0 ? 0 : 50)
            await host.close(draining: .seconds(seconds))
        }
    }

    @Test("D13 The earliest limit counts")
    func shorterLimit() async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let (host, begun) = try await busyHost(fixture)
            while begun.values.isEmpty { await Task.yield() }
            let first = TaskSource().start { await host.close(draining: .seconds(60)) }
            await turns()
            let second = TaskSource().start { await host.close(draining: .seconds(1)) }
            await turns()
            await fixture.clock.advance(by: .seconds(1))
            await second.value
            await first.value
        }
    }

    @Test("D13 An activity that asks a host which drains begins again with the next one")
    func activityAsksHost() async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let (gate, begun) = (Gate<Void>(), Recorder<String>())
            let hosts = Recorder<DurableHost>()
            let env = Probe.Env(work: { name, _ in
                begun.record(name)
                try await gate.wait()
                try await hosts.values.last?.send(.note("asked"), to: DurableID<Probe>("2"))
                return 1
            })
            let host = try await fixture.host(env)
            hosts.record(host)
            try await host.start(Probe.self, id: "2", initialState: Probe.State())
            try await host.start(Probe.self, id: "1", initialState: Probe.State(activities: ["a"]))
            while begun.values.isEmpty { await Task.yield() }
            let closing = TaskSource().start { await host.close(draining: .seconds(60)) }
            await turns()
            gate.open()
            await closing.value
            let next = try await fixture.host(env)
            hosts.record(next)
            try await next.state(of: "1" as DurableID<Probe>) { $0.log == ["a answered 1"] }
            #expect(try await next.log(of: "2") == ["asked"])
            await next.close()
        }
    }

    @Test("D13 Activities that are left as they begin keep no host from closing")
    func leftActivities() async {
        await explore(seeds: 1...100, with: HostFixture()) { fixture in
            let (host, id) = try await fixture.probe(Probe.Env(work: { _, _ in 1 }))
            for _ in 1...5 {
                for names in [["a"], []] { try await host.send(.activities(names), to: id) }
            }
            await host.close(draining: .seconds(60))
        }
    }

    @Test("D13 An activity that a macrostep names while the host drains begins with the next host")
    func follower() async {
        await explore(seeds: 1...50, with: HostFixture()) { fixture in
            let (action, work, begun) = (Gate<Void>(), Gate<Int?>(), Recorder<String>())
            var env = Probe.Env.noting(in: begun, until: work) { name, _ in name }
            env.act = { _ in try await action.wait() }
            let (host, id) = try await fixture.probe(env, in: Probe.State(activities: ["b"]))
            while begun.values.isEmpty { await Task.yield() }
            // Behind an action, so that the macrostep comes when the host drains.
            try await host.send(.act("slow"), to: id)
            try await host.send(.activities(["b", "c"]), to: id)
            let closing = TaskSource().start { await host.close(draining: .seconds(60)) }
            await turns()
            action.open()
            while try await fixture.store.instance(id.name)?.activities.count != 2 { await Task.yield() }
            await turns()
            #expect(begun.values == ["b"])
            work.open(returning: 1)
            await closing.value
            let next = try await fixture.host(env)
            try await next.state(of: id) { $0.log == ["acted slow", "b answered 1", "c answered 1"] }
            #expect(begun.values == ["b", "c"])
            await next.close()
        }
    }
}
