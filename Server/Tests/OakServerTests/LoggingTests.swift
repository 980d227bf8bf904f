#if Server
    import Foundation
    import InMemoryLogging
    import Logging
    import Oak
    import OakDurable
    import OakServer
    import OakTesting
    import TestSupport
    import Testing

    @Suite("Logs of machines and durable hosts")
    struct LoggingTests {
        private let handler = InMemoryLogHandler()

        private func logger(_ level: Logger.Level) -> Logger {
            var logger = Logger(label: "test", factory: { _ in handler })
            logger.logLevel = level
            return logger
        }

        /// The lines in short: level, message, metadata without durations.
        private var lines: [String] {
            handler.entries.map { entry in
                let metadata = entry.metadata.filter { $0.key != "duration" && $0.key != "machine" }
                    .map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
                return "\(entry.level): \(entry.message) \(metadata)".trimmingCharacters(in: .whitespaces)
            }
        }

        private func run(_ events: [Turnstile.Event], _ level: Logger.Level, _ values: LoggedValues = .names)
            async throws
        {
            let proxy = Turnstile.Proxy()
            for event in events { try proxy.send(event) }
            try await Turnstile.run(proxy, observer: .logging(logger(level), values: values))
        }

        @Test("C34 A logger has each step of a run, with metadata instead of text")
        func trace() async throws {
            try await run([.coin(cents: 50), .push, .close], .trace)
            #expect(
                lines == [
                    "debug: The run begins. state=locked",
                    "trace: A transition was made. event=coin from=locked state=unlocked",
                    "trace: A transition was made. event=push from=unlocked state=locked",
                    "trace: A transition was made. event=close from=locked state=closed",
                    "debug: The run has ended.",
                ])
            #expect(handler.entries.allSatisfy { $0.metadata["machine"] == "Turnstile" })
            #expect(handler.entries[1].metadata["duration"] != nil)
        }

        @Test(
            "C34 An event that a state does not expect is a warning, and nothing below the level of the logger is written"
        )
        func warnings() async throws {
            try await run([.push, .close], .warning)
            #expect(lines == ["warning: An event was unexpected. event=push"])
        }

        @Test("Values are written on demand, without the hidden ones")
        func values() async throws {
            try await run([.coin(cents: 50), .close], .trace, .described(Redaction()))
            #expect(lines[1] == "trace: A transition was made. event=coin(cents: 50) from=locked state=unlocked")
            handler.clear()
            try await run([.coin(cents: 50), .close], .trace, .described(Redaction().hiding(Int.self)))
            #expect(lines[1] == "trace: A transition was made. event=coin(cents: …) from=locked state=unlocked")
        }

        @Test("An error of Foundation is written without the hidden values in it")
        func foundation() {
            struct Card { let number = "SECRET" }
            let error = NSError(domain: "d", code: 1, userInfo: ["card": Card()])
            #expect(!Redaction().hiding(Card.self).description(of: error).contains("SECRET"))
        }

        @Test("C34 A run that fails is an error, and one that is cancelled is not")
        func failure() async throws {
            let proxy = Turnstile.Proxy()
            try proxy.send(.close)
            await #expect(throws: Broken.self) {
                try await Turnstile.run(
                    initialState: .locked, proxy: proxy, env: { _ in }, output: Callback { throw Broken() },
                    observer: .logging(logger(.info)))
            }
            let other = Turnstile.Proxy()
            other.cancel()
            await #expect(throws: TransducerError.self) {
                try await Turnstile.run(other, observer: .logging(logger(.info)))
            }
            #expect(lines == ["error: The run has ended with an error. error=Broken()"])
        }

        @Test("C34 A logger has each operation, with its outcome")
        func operations() async throws {
            let proxy = Turnstile.Proxy()
            try proxy.send(.work("last"))
            try await Turnstile.run(proxy, env: { _ in throw Broken() }, observer: .logging(logger(.debug)))
            #expect(
                lines.filter { $0.contains("effect") } == [
                    "debug: An effect begins. effect=last kind=operation",
                    "debug: An effect has ended. effect=last error=Broken() kind=operation",
                ])
        }

        @Test("Operations of children have the names that the children give them, and no output is no line")
        func names() async throws {
            let relay = Relay.Proxy()
            for event in [.open, .pass(1), .end] as [Relay.Event] { try relay.send(event) }
            try await Relay.run(
                initialState: .closed, proxy: relay, env: { _ in }, observer: .logging(logger(.trace)))
            #expect(lines.filter { $0.contains("output") } == ["trace: An output was produced. output=Int"])
            #expect(EffectID("load", in: .first).nameWithoutValues == "load")
            #expect(EffectID("load", in: .first, .second).nameWithoutValues == "load")
        }

        @Test("D11 A logger has the problems of a durable host, and what to do")
        func durable() async throws {
            let host = try await DurableHost.forErrands(observer: .logging(logger(.info))) { throw Broken() }
            while !lines.contains(where: { $0.contains("unfinished") }) { await Task.yield() }
            let id = try await host.start(Errand.self, id: "1", initialState: .working)
            await #expect(throws: DurableError.self) { try await host.value(of: id) }
            await host.close()
            #expect(
                lines == [
                    "info: The store is open (generation 1). generation=1",
                    "info: No instance was left unfinished. instances=0",
                    "error: errand/1 is parked: Broken(). Remove the cause, then let the host retry the instance. "
                        + "error=Broken() instance=1",
                    "info: The store is closed.",
                ])
        }
    }
#endif
