#if Server
    import Foundation
    import Logging
    import Oak
    import OakDurable
    import OakServer
    import OakTesting
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import TestSupport
    import Testing

    @Suite("Hosts as services")
    struct ServiceTests {
        /// Stands still, so that no draining ends early, however slow the machine is.
        private let stoppedClock = DurableClock.counting(TestClock(), from: Date(timeIntervalSince1970: 1_000_000))

        /// A host with errands, the gate that one opens when it begins, and the gate at which it waits.
        private func busyHost(_ store: MemoryStore) async throws -> (DurableHost, Gate<Void>, Gate<Void>) {
            let (begun, gate) = (Gate<Void>(), Gate<Void>())
            let host = DurableHost(store: store, clock: stoppedClock)
            try await host.register(
                Errand.self,
                env: {
                    begun.open()
                    try await gate.wait()
                })
            return (host, begun, gate)
        }

        @Test("D13 A durable host is drained when its group shuts down, and others wait until it is open")
        func durable() async throws {
            let store = MemoryStore()
            let (host, begun, gate) = try await busyHost(store)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await host.run() }
                    try await host.untilOpen()
                    #expect(await host.isOpen)
                    try await host.start(Errand.self, id: "1", initialState: .working)
                    try await begun.wait()
                    trigger.triggerGracefulShutdown()
                    while await host.isOpen { await Task.yield() }
                    gate.open()
                    try await group.waitForAll()
                }
            }
            let next = DurableHost(store: store, clock: stoppedClock)
            try await next.register(Errand.self, env: {})
            try await next.open()
            #expect(try await next.state(of: DurableID<Errand>("1")) == .done)
            await next.close()
        }

        @Test("A service whose durable host has failed ends with the error of the host")
        func failure() async throws {
            let store = MemoryStore()
            let host = DurableHost(store: store)
            try await host.register(Errand.self, env: {})
            let running = TaskSource().start { await #expect(throws: DurableError.self) { try await host.run() } }
            try await host.untilOpen()
            let id = try await host.start(Errand.self, id: "1", initialState: .waiting)
            let thief = try await store.claim(by: StoreOwner(name: "thief"), at: .distantFuture)
            await #expect(throws: DurableError.self) { try await host.send(.go, to: id) }
            await running.value
            await #expect(throws: DurableError.self) { try await host.untilOpen() }
            try await store.release(thief, at: .distantFuture)
        }

        @Test("A cancelled service closes its durable host without draining")
        func cancellation() async throws {
            let host = DurableHost(store: MemoryStore())
            try await host.register(Errand.self, env: { try await Gate<Void>().wait() })
            let running = TaskSource().start { _ = try? await host.run() }
            try await host.untilOpen()
            try await host.start(Errand.self, id: "1", initialState: .working)
            running.cancel()
            await running.value
            try await host.untilClosed()
            await #expect(throws: DurableError.hostNotOpen) { try await host.untilOpen() }
        }

        @Test("The cancellation of a service ends its draining")
        func impatience() async throws {
            let (host, begun, _) = try await busyHost(MemoryStore())
            try await testGracefulShutdown { trigger in
                let running = TaskSource().start { _ = try? await host.run(draining: .seconds(1_000_000)) }
                try await host.untilOpen()
                try await host.start(Errand.self, id: "1", initialState: .working)
                try await begun.wait()
                trigger.triggerGracefulShutdown()
                while await host.isOpen { await Task.yield() }
                running.cancel()
                await running.value
            }
        }

        @Test("A machine hears of the shutdown of its group as an event, or is cancelled")
        func machine() async throws {
            let told = TransducerHost(of: Turnstile.self, initialState: .locked, env: { _ in })
            try await testGracefulShutdown { trigger in
                async let running: Void = told.run(onGracefulShutdown: .close)
                trigger.triggerGracefulShutdown()
                try await running
            }
            #expect(await told.state == .closed)
            let cancelled = TransducerHost(of: Turnstile.self, initialState: .locked, env: { _ in })
            try await testGracefulShutdown { trigger in
                async let running: Void = cancelled.run()
                trigger.triggerGracefulShutdown()
                try await running
            }
            await #expect(throws: TransducerError.self) { try await cancelled.value }
        }
    }
#endif
