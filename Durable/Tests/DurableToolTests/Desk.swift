#if Tools && SQLite
    import DurableTool
    import Foundation
    import MachineTool
    import Oak
    import OakDurable

    /// A ticket at a desk, whose work never returns by itself.
    enum Ticket: EffectTransducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case open(notes: [String])
            case working(hours: Int)
            case done
            var isTerminal: Bool { self == .done }
        }
        enum Event: Codable, Hashable, Sendable { case note(String), work(hours: Int), close, late, lose }
        static let machineName = "ticket"

        static func tags(in state: State) -> [String: DurableTag] {
            switch state {
            case .open: ["phase": "open"]
            case .working(let hours): ["phase": "working", "hours": .integer(hours)]
            case .done: [:]
            }
        }

        static func activities(in state: State) -> [Effect] {
            switch state {
            case .open, .done: []
            case .working:
                [
                    Effect(id: "work") { _, _ in try await Task.sleep(nanoseconds: .max / 2) },
                    .timeout(nanoseconds: 3_600_000_000_000, id: "limit", sending: .late),
                ]
            }
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.open(let notes), .note(let note)): state = .open(notes: notes + [note])
            case (.open, .work(let hours)): state = .working(hours: hours)
            case (_, .close): state = .done
            // An operation that a restart would lose, with which the instance fails.
            case (_, .lose): return Effect(id: "lost") { _, _ in }
            case (.open, .late), (.working, _), (.done, _): return .unexpected
            }
            return nil
        }
    }

    enum Desk: DurableCommand {
        static var machines: [OperatedMachine] { [.machine(Ticket.self)] }
    }

    /// A desk whose tickets nobody reads without a codec.
    enum CodedDesk: DurableCommand {
        static var machines: [OperatedMachine] { Desk.machines }

        static func store(in file: SQLiteStore) -> any DurableStore { EncodedStore(file, codec: Reversal()) }
    }

    /// A codec that turns payloads round, and marks them.
    struct Reversal: DurableCodec {
        struct Unmarked: Error {}

        func encode(_ payload: Data) throws -> Data { Data([0xFF] + payload.reversed()) }

        func decode(_ payload: Data) throws -> Data {
            guard payload.first == 0xFF else { throw Unmarked() }
            return Data(payload.dropFirst().reversed())
        }
    }

    /// A store in a folder of its own.
    final class Office {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oak-durable-\(UUID())").path
        var path: String { folder + "/tickets.sqlite" }

        init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func host(
            acceptsOlder: Bool = false, of desk: any DurableCommand.Type = Desk.self
        ) async throws -> DurableHost {
            let file = SQLiteStore(path: path, synchronous: .normal, acceptsOlder: acceptsOlder)
            let host = DurableHost(store: desk.store(in: file))
            try await host.register(Ticket.self, env: ())
            try await host.open()
            return host
        }

        /// Two open tickets: the second has failed at an event, and another one waits.
        func fill(of desk: any DurableCommand.Type = Desk.self) async throws {
            let host = try await host(of: desk)
            for id in ["1", "2"] {
                let ticket = try await host.start(Ticket.self, id: DurableID(id), initialState: .open(notes: []))
                try await host.send(.note("first"), to: ticket)
            }
            let failed = DurableID<Ticket>("2")
            try await host.send(.lose, to: failed)
            try? await host.value(of: failed)
            try await host.send(.work(hours: 3), to: failed, deduplication: "w")
            await host.close()
        }

        func run(
            _ arguments: String..., input: String = "", of desk: any DurableCommand.Type = Desk.self
        ) async -> ToolResult {
            await desk.result(of: arguments + ["--store", path], input: input)
        }
    }
#endif
