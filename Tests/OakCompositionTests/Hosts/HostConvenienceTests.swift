@testable import Oak
import TestSupport
import Testing

@Suite("What every host offers")
struct HostConvenienceTests {
    @Test("A host uses the given proxy or creates one")
    func optionalProxies() async throws {
        let given: HostedMachine.Proxy? = HostedMachine.Proxy()
        let host = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: given, env: .init())
        #expect(host.proxy == given)
        let other = TransducerHost(of: HostedMachine.self, initialState: .init(), proxy: nil, env: .init())
        #expect(other.proxy != given)
        try other.send(.end)
        #expect(try await other.value == 0)
    }

    @Test("A sender can wait for room in the mailbox of a host")
    func room() async throws {
        let host = TransducerHost(
            of: HostedMachine.self, initialState: .init(), proxy: HostedMachine.Proxy(bufferSize: 1), env: .init())
        for number in 1...20 { try await host.proxy.sendWaitingForRoom(.note(number)) }
        try await host.proxy.sendWaitingForRoom(.end)
        #expect(try await host.value == 20)
        #expect(await host.state.numbers == Array(1...20))
        await #expect(throws: TransducerError.terminated) { try await host.proxy.sendWaitingForRoom(.end) }
    }

    @Test("C21, C33 Every host takes several events at once, or none of them")
    func severalEvents() async throws {
        let host = TransducerHost(of: Script.self, initialState: .init(), proxy: .init(bufferSize: 3))
        #expect(throws: TransducerError.bufferOverflow) { try host.send(contentsOf: [.end, .end, .end, .end]) }
        try host.send(contentsOf: [.init("a"), .init("b"), .end])
        #expect(try await host.value == ["a", "b", "end"])
        try await { @MainActor in
            let model = ObservableTransducer(of: Script.self, initialState: .init())
            try model.send(contentsOf: [.init("a"), .init("b")])
            try model.reference.send(contentsOf: [.init("c")])
            #expect(model.state.names == ["a", "b", "c"])
            try model.send(contentsOf: [.end])
            #expect(throws: TransducerError.terminated) { try model.send(contentsOf: [.end]) }
        }()
    }

    @Test("A host says whether its machine would process an event, and nothing begins")
    func accepting() async throws {
        let host = TransducerHost(of: Script.self, initialState: .init())
        let begun = Counter()
        func accepts(_ effect: Script.Effect?) async -> Bool { await host.accepts(.init("asked", effect)) }
        #expect(await accepts(nil))
        #expect(await accepts(Script.Effect(id: "work") { _, _ in begun.increment() }))
        #expect(await !accepts(.unexpected))
        #expect(await !accepts(.postpone))
        #expect(await host.state.names.isEmpty)
        try host.send(.end)
        _ = try await host.value
        #expect(await !accepts(nil))
        #expect(begun.value == 0)
    }

    @Test("A composite accepts what one of its children processes")
    @MainActor
    func acceptingByChildren() {
        let model = ObservableTransducer(of: ScriptComposite.self, initialState: .init(.group, keys: [1]))
        #expect(model.accepts(.group(1, .init("asked"))))
        #expect(!model.accepts(.group(1, .init("asked", .unexpected))))
        #expect(!model.accepts(.group(2, .init("asked"))))
        let both = ScriptComposite.Event.perform { state in
            .all(
                ScriptComposite.group.step(&state.group, 1, .init("asked", .unexpected)).effect,
                ScriptComposite.group.step(&state.group, 2, .init("asked")).effect)
        }
        #expect(!model.accepts(both))
        #expect(model.state.log.isEmpty)
        // A child that asks within a transition of its parent has no part in that transition.
        let asking = ScriptComposite.Event.perform { _ in
            _ = ScriptComposite.accepts(.group(1, .init("asked")), in: .init(.group, keys: [1]))
            return .unexpected
        }
        #expect(!model.accepts(asking))
    }
}
