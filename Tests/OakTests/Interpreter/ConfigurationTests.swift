import Oak
import Testing

/// Machines that a tool leads by hand.
struct ConfigurationTests {
    /// Notes its events; it holds one back until something has come behind an operation.
    private enum Courier: EffectTransducer {
        struct State: Hashable, NonTerminal { var log: [Event] = [] }
        enum Event: Hashable, Sendable { case begin, later, hold, scan }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .begin:
                state.log.append(event)
                return .sequence(id: "delivery", Effect(id: "drive") { _, _ in }, .event(.later))
            case .hold where !state.log.contains(.later): return .postpone
            case .later, .hold, .scan:
                state.log.append(event)
                return nil
            }
        }
    }

    private func settle(_ machine: Configuration<Courier>) {
        while true {
            switch machine.next() {
            case .transition, .reply: continue
            case .call: machine.answer(nil)
            case .rest: if !machine.offerPostponed() { return }
            case .ended, .endless, .failed: return
            }
        }
    }

    private func machine(after events: Courier.Event...) -> Configuration<Courier> {
        let machine = Configuration<Courier>(Courier.State(), actionLimit: 100)
        for event in events {
            machine.take(event)
            settle(machine)
        }
        return machine
    }

    private let register = ProgressRegister<Courier.Event> { AnyHashable($0) }

    private func progress(of machine: Configuration<Courier>) -> [Int] { machine.progress(in: register) }

    @Test func `A fork has the same live effects and postponed events, and goes on by itself`() throws {
        let original = machine(after: .begin, .hold)
        let fork = original.fork()
        #expect(fork.state == original.state && progress(of: fork) == progress(of: original))

        let drive = try #require(fork.running.first { $0.summary.id == EffectID("drive") })
        fork.take(.scan, from: drive.number, reaching: 0)
        settle(fork)
        fork.end(drive.number)
        settle(fork)
        #expect(fork.state.log == [.begin, .scan, .later, .hold] && fork.running.isEmpty)
        #expect(original.state.log == [.begin] && original.running.map(\.summary) == [drive.summary])
        #expect(progress(of: fork) != progress(of: original))

        original.end(drive.number)
        settle(original)
        #expect(original.state.log == [.begin, .later, .hold])
        #expect(progress(of: fork) == progress(of: original))
    }

    @Test func `Progress tells apart how far effects are, but neither numbers nor orders without a meaning`() {
        let (one, other) = (machine(after: .scan, .begin), machine(after: .begin))
        #expect(progress(of: one) == progress(of: other))
        #expect(progress(of: one) != progress(of: machine(after: .scan)))
        #expect(progress(of: machine(after: .begin, .hold)) != progress(of: other))
    }
}
