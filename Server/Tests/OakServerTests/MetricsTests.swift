#if Server
    import CoreMetrics
    import Foundation
    import MetricsTestKit
    import Oak
    import OakDurable
    import OakServer
    import OakTesting
    import TestSupport
    import Testing

    @Suite("Metrics of machines and durable hosts")
    struct MetricsTests {
        private let metrics = TestMetrics()

        /// The totals of the counters, by their names and labels.
        private var counts: [String: Int64] {
            let all = metrics.counters.map { (name($0.label, $0.dimensions), $0.totalValue) }
            return Dictionary(all, uniquingKeysWith: +)
        }

        private func name(_ label: String, _ dimensions: [(String, String)]) -> String {
            ([label] + dimensions.map { "\($0)=\($1)" }).joined(separator: " ")
        }

        @Test("Events and runs are counted by their outcomes, with the name of the machine")
        func events() async throws {
            let proxy = Turnstile.Proxy()
            for event in [.coin(cents: 50), .push, .push, .close] as [Turnstile.Event] { try proxy.send(event) }
            try await Turnstile.run(proxy, observer: .metrics(of: proxy, factory: metrics))
            #expect(
                counts == [
                    "oak.machine.runs machine=Turnstile outcome=started": 1,
                    "oak.machine.events machine=Turnstile outcome=taken": 4,
                    "oak.machine.events machine=Turnstile outcome=unexpected": 1,
                    "oak.machine.runs machine=Turnstile outcome=ended": 1,
                ])
            let timer = try metrics.expectTimer("oak.machine.macrostep.duration", [("machine", "Turnstile")])
            #expect(timer.values.count == 4)
            let depth = try metrics.expectGauge("oak.machine.mailbox.depth", [("machine", "Turnstile")])
            #expect(depth.values == [3, 2, 1, 0])
        }

        @Test("Operations are timed by their names, of which there are at most a hundred")
        func operations() async throws {
            let proxy = Turnstile.Proxy(bufferSize: 1000)
            for number in 0..<150 { try proxy.send(.work("work \(number)")) }
            let left = Guarded(150)
            try await Turnstile.run(
                proxy,
                env: { name in
                    if left.withLock({ count in
                        count -= 1
                        return count == 0
                    }) {
                        try proxy.send(.close)
                    }
                    if name == "work 1" { throw Broken() }
                }, observer: .metrics("gate", factory: metrics))
            let names = Set(
                metrics.timers.filter { $0.label == "oak.machine.operation.duration" }.compactMap { timer in
                    timer.dimensions.first { $0.0 == "operation" }?.1
                })
            #expect(names.count == 101)
            #expect(names.contains("other"))
            _ = try metrics.expectTimer(
                "oak.machine.operation.duration",
                [("machine", "gate"), ("operation", "work 1"), ("outcome", "failed")])
            #expect(metrics.meters.allSatisfy { $0.lastValue == 0 })
        }

        @Test("The names of operations are bounded for all runs of a machine together")
        func runs() async throws {
            for number in 0..<150 {
                let proxy = Turnstile.Proxy()
                try proxy.send(.work("work \(number)"))
                try await Turnstile.run(
                    proxy, env: { _ in try proxy.send(.close) },
                    observer: .metrics("many runs", factory: metrics))
            }
            let names = Set(
                metrics.meters.compactMap { meter in meter.dimensions.first { $0.0 == "operation" }?.1 })
            #expect(names.count == 101)
        }

        @Test("A durable host counts instances, macrosteps, activities and transactions, and no instance by its id")
        func durable() async throws {
            let host = try await DurableHost.forErrands(observer: .metrics(factory: metrics))
            for number in 0..<3 {
                let id = try await host.start(Errand.self, id: DurableID("secret \(number)"), initialState: .waiting)
                try await host.send(.go, to: id)
                try await host.value(of: id)
            }
            await host.close()
            let failing = try await DurableHost.forErrands(observer: .metrics(factory: metrics)) { throw Broken() }
            let id = try await failing.start(Errand.self, id: "4", initialState: .working)
            await #expect(throws: DurableError.self) { try await failing.value(of: id) }
            await failing.close()
            #expect(
                counts == [
                    "oak.durable.instances machine=errand change=started": 4,
                    "oak.durable.instances machine=errand change=ended": 3,
                    "oak.durable.instances machine=errand change=parked": 1,
                    "oak.durable.macrosteps machine=errand cause=event": 3,
                    "oak.durable.macrosteps machine=errand cause=activity": 3,
                ])
            let returned = try metrics.expectTimer(
                "oak.durable.activity.duration",
                [("machine", "errand"), ("activity", "work"), ("outcome", "returned")])
            #expect(returned.values.count == 3)
            #expect(try metrics.expectTimer("oak.durable.commit.duration").values.isEmpty == false)
        }

        @Test("A gauge has the instances in a store by their conditions")
        func storedInstances() async throws {
            let store = MemoryStore()
            let first = DurableHost(store: store)
            try await first.register(
                Errand.self,
                env: { throw Broken() })
            try await first.open()
            try await first.start(Errand.self, id: "1", initialState: .waiting)
            try await first.start(Errand.self, id: "2", initialState: .done)
            await #expect(throws: DurableError.self) {
                let id = try await first.start(Errand.self, id: "3", initialState: .working)
                try await first.value(of: id)
            }
            await first.close()
            let heard = Gate<Void>()
            let host = DurableHost(
                store: store,
                observer: .all(
                    .metrics(factory: metrics), DurableObserver { if case .instances = $0 { heard.open() } }))
            try await host.register(Errand.self, env: {})
            try await host.open()
            try await heard.wait()
            for (status, count) in [("running", 1.0), ("ended", 1), ("failed", 1), ("cancelled", 0)] {
                let gauge = try metrics.expectGauge(
                    "oak.durable.instances.stored", [("machine", "errand"), ("status", status)])
                #expect(gauge.lastValue == count)
            }
            await host.close()
        }

        @Test("Several observers receive each occurrence in their order")
        func combination() async throws {
            let proxy = Turnstile.Proxy()
            try proxy.send(.close)
            let order = Recorder<String>()
            try await Turnstile.run(
                proxy, env: { _ in },
                observer: .all(
                    .all(.metrics("first", factory: metrics), .metrics("second", factory: metrics)),
                    .all(
                        .each(Turnstile.self) { if case .transition = $0 { order.record("third") } },
                        .each(Turnstile.self) { if case .transition = $0 { order.record("fourth") } })))
            #expect(order.values == ["third", "fourth"])
            #expect(counts["oak.machine.events machine=first outcome=taken"] == 1)
            #expect(counts["oak.machine.events machine=second outcome=taken"] == 1)
            let first = DurableObserver { if case .opened = $0 { order.record("1") } }
            let second = DurableObserver { if case .opened = $0 { order.record("2") } }
            let host = DurableHost(store: MemoryStore(), observer: .all(first, second))
            try await host.open()
            await host.close()
            #expect(order.values == ["third", "fourth", "1", "2"])
        }
    }
#endif
