import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C24 Determinism")
struct DeterminismTests {
    @Test("C24 No source file of the library reads a clock or random numbers of its own")
    func sources() throws {
        let library = #filePath.components(separatedBy: "/Tests/")[0] + "/Sources/Oak"
        let forbidden = [
            "Clock.now", "Clock().now", "Date(", "DispatchTime", "clock_gettime", "gettimeofday", "mach_absolute_time",
            "SystemRandomNumberGenerator", "arc4random", "getrandom", "UUID()", ".randomElement()", ".shuffle",
            ".random()", "Hasher()",
        ]
        var lines = 0
        for file in try Self.files(in: library) where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            for (index, line) in text.components(separatedBy: "\n").enumerated() {
                lines += 1
                if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
                let found = forbidden.filter { line.contains($0) }
                #expect(found.isEmpty, "\(file):\(index + 1) has \(found)")
                // Random numbers are drawn only from a generator that the caller has passed.
                #expect(!line.contains(".random(in:") || line.contains("using:"), "\(file):\(index + 1)")
            }
        }
        #expect(lines > 1000)
    }

    /// The files in a folder, and in those within it.
    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
            name.contains(".") ? ["\(folder)/\(name)"] : try files(in: "\(folder)/\(name)")
        }
    }

    @Test("C24 A random program of effects leaves the same trace each time", arguments: 1...100)
    func programs(seed: UInt64) async throws {
        let trace = try await Self.trace(of: seed)
        #expect(trace.count > 2)
        for _ in 1...3 { #expect(try await Self.trace(of: seed) == trace) }
    }

    /// An observer's record of a program whose operations answer in an order that the seed decides.
    private static func trace(of seed: UInt64) async throws -> [String] {
        try await interleave(seed: seed) {
            var random = SeededGenerator(seed: seed)
            let commands = PlannedEffect.programs(5...20).value(using: &random)
            let trace = Recorder<String>()
            let observer = MachineObserver(of: ProgramMachine.self) { trace.record(describe($0)) }
            let (journal, proxy) = (Recorder<ProgramNote>(), ProgramMachine.Proxy(bufferSize: 100))
            let run = Task {
                try await ProgramMachine.run(
                    initialState: .init(journal: journal), proxy: proxy, env: journal, observer: observer,
                    settings: RunSettings(gracePeriod: .duration(.seconds(1), clock: TestClock())))
            }
            for command in commands { try await proxy.sendWaitingForRoom(command.event) }
            await idle()
            try proxy.send(ProgramEvent(number: .max, origin: .end))
            _ = try await run.value
            return trace.values
        }
    }

    private static func describe(_ occurrence: Occurrence<ProgramMachine.State, ProgramEvent, Int>) -> String {
        switch occurrence {
        case .runStarted: "started"
        case .eventTaken(let event, let origin): "took \(event.number) from \(origin)"
        case .transition(_, let event, let state): "transition \(event.number) \(state.isTerminal)"
        case .eventPostponed(let event): "postponed \(event.number)"
        case .eventUnexpected(let event, let child): "unexpected \(event.number) \(child)"
        case .output: "output"
        case .effectStarted(let effect): "begin \(effect)"
        case .effectEnded(let effect, let error): "end \(effect) \(error.map { "\($0)" } ?? "")"
        case .effectCancelled(let effect, let reason): "cancel \(effect) \(reason)"
        case .effectOverdue(let effect): "overdue \(effect)"
        case .sendRejected(let event, let error): "rejected \(event.number) \(error)"
        case .runEnded(let result): "ended \((try? result.get()) != nil)"
        }
    }

    /// Names of different types, whose hash values differ from one process to the next.
    private static let names: [EffectID] = (0..<100).map { number in
        switch number % 3 {
        case 0: EffectID(number)
        case 1: EffectID("name \(number)")
        default: EffectID([number])
        }
    }

    @Test("C24 The end of a machine cancels operations in the order in which they began")
    func endings() async throws {
        let order = try await interleave(seed: 1) {
            let order = Recorder<EffectID?>()
            let observer = ScriptObserver { occurrence in
                if case .effectCancelled(let effect, _) = occurrence { order.record(effect.id) }
            }
            let operations = Self.names.map { name in
                Script.Effect(id: name) { _, _ in try await Gate<Void>("to be cancelled").wait() }
            }
            _ = try await Script.play(.init("go", .all(operations)), .end, observer: observer)
            return order.values
        }
        #expect(order == Self.names)
    }

    @Test(
        "C24 Effects of departing children are cancelled in an order that does not depend on hash values",
        arguments: [false, true])
    func collections(oneStays: Bool) async throws {
        typealias Scripts = ScriptCollection<EffectID>
        let idle = EffectID("idle")
        let (begun, cancelled) = try await interleave(seed: 1) {
            let (begun, cancelled) = (Recorder<[ChildID]>(), Recorder<[ChildID]>())
            let observer = MachineObserver(of: Scripts.self) { occurrence in
                switch occurrence {
                case .effectStarted(let effect) where effect.kind == .operation: begun.record(effect.child)
                case .effectCancelled(let effect, .childDeparted): cancelled.record(effect.child)
                default: break
                }
            }
            let proxy = Scripts.Proxy(bufferSize: DeterminismTests.names.count + 2)
            let wait = Script.Effect { _, _ in try await Gate<Void>("to be cancelled").wait() }
            // In another order than that in which their effects begin.
            let state = Scripts.State(DeterminismTests.names + [idle])
            let events = DeterminismTests.names.reversed().map { Scripts.Event.script($0, .init("go", wait)) }
            let removal = Scripts.Event.perform { state in
                if oneStays { state.scripts.removeAll { $0.key != idle } } else { state.scripts.removeAll() }
                return nil
            }
            try proxy.send(contentsOf: events + [removal, .end])
            try await Scripts.run(initialState: state, proxy: proxy, observer: observer)
            return (begun.values, cancelled.values)
        }
        #expect(begun.count == Self.names.count)
        // A collection that is emptied goes as one, in the order of its effects; else each child goes for itself.
        #expect(cancelled == (oneStays ? begun.reversed() : begun))
    }
}
