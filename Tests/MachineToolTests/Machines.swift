#if Tools
    import Foundation
    import MachineTool
    import Oak
    import OakGraph

    /// A sign-in with a request, whose answer only the live request sends.
    enum SignIn: EffectTransducer {
        enum State: Hashable, Codable, Terminable {
            case signedOut
            case checking(String)
            case signedIn
            var isTerminal: Bool { self == .signedIn }
        }
        enum Event: Hashable, Codable, Sendable {
            case submit(String)
            case accepted
            case rejected
            case cancel
        }
        struct Env: Sendable { var check: @Sendable (String) async -> Bool = { _ in true } }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.signedOut, .submit(let name)):
                state = .checking(name)
                return Effect(id: "check") { env, input in
                    try input.send(await env.check(name) ? .accepted : .rejected)
                }
            case (.checking, .accepted): state = .signedIn
            case (.checking, .rejected): state = .signedOut
            case (.checking, .cancel):
                state = .signedOut
                return .cancelTask("check")
            case (.signedOut, .cancel), (.checking, .submit): break
            case (.signedOut, .accepted), (.signedOut, .rejected), (.signedIn, _): return .unexpected
            }
            return nil
        }
    }

    /// Counts for ever.
    enum Tally: Transducer {
        struct State: Hashable { var count = 0 }
        enum Event: CaseIterable { case next }

        static func update(_ state: inout State, event: Event) { state.count += 1 }
    }

    /// A lamp that fails its checks: nothing leaves the state in which it is broken.
    enum Lamp: Transducer {
        enum State: Hashable { case off, on, broken }
        enum Event: CaseIterable { case pressed, dropped }

        static func update(_ state: inout State, event: Event) {
            switch (state, event) {
            case (.off, .pressed): state = .on
            case (.on, .pressed): state = .off
            case (.off, .dropped), (.on, .dropped): state = .broken
            case (.broken, .pressed), (.broken, .dropped): break
            }
        }
    }

    enum Machines: MachineCommand {
        static var machines: [ExploredMachine] {
            [
                .machine(
                    SignIn.self, from: [.signedOut],
                    events: Alphabet<SignIn>([.submit("Ada"), .cancel]).answers(of: "check", .accepted, .rejected)),
                .machine(Lamp.self, from: [.off], events: .allCases),
                .machine(Tally.self, from: [.init()], events: .allCases, limits: GraphLimits(states: 10)),
            ]
        }
    }

    /// A file that exists as long as a test needs it.
    func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }
#endif
