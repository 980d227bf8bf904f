#if Inspector
    import Oak
    import Testing

    @testable import OakWeb

    @Suite("A violation of the protocol ends only the session of its connection")
    struct FrameTests {
        static let limits = {
            var limits = Limits()
            limits.messageSize = 1024
            limits.messageBurst = 100
            return limits
        }()

        @Test("Each violation has a clear reason", arguments: Violation.all)
        func violations(violation: Violation) async throws {
            try await TestServer.run(limits: Self.limits) { server in
                let (other, otherToken) = try await server.visit()
                let (peer, token) = try await server.visit()
                #expect(token != otherToken)
                try await peer.send(violation.frames.flatMap(\.bytes))
                let farewell = await peer.nextFarewell()
                #expect(farewell?.code == violation.code, "\(farewell?.reason ?? "no farewell")")
                #expect(farewell?.reason.contains(violation.reason) == true, "\(farewell?.reason ?? "no farewell")")
                // While its page stays connected:
                await server.sessions.untilEnded(token)
                #expect(await server.sessions.count == 1)
                await peer.close()

                try await other.send(.event("increment"))
                let notice = try await other.nextNotice()
                #expect(notice?["html"] as? String == "<p>1</p>")
                await other.close()
            }
        }

        @Test(
            "Every frame that the protocol allows is accepted",
            arguments: [
                [.event("increment")],
                [
                    Frame(opcode: 1, isFinal: false, payload: Array("{\"event\":\"incre".utf8)), Frame(opcode: 9),
                    Frame(opcode: 0, isFinal: false), Frame(opcode: 0, payload: Array("ment\"}".utf8)),
                ],
                [.text("{\"other\":[1e400],\"event\":\"increment\",\"values\":{\"a\":\"1\",\"a\":\"2\"}}")],
                [.text("{\"event\":\"increment\"}" + String(repeating: " ", count: 1003))],
                [Frame(opcode: 10), .event("\\u0069ncrement")],
            ] as [[Frame]])
        func allowed(frames: [Frame]) async throws {
            try await TestServer.run(limits: Self.limits) { server in
                let (peer, _) = try await server.visit()
                try await peer.send(frames.flatMap(\.bytes))
                let notice = try await peer.nextNotice()
                #expect(notice?["html"] as? String == "<p>1</p>")
                await peer.close()
            }
        }

        @Test("A ping is answered with a pong of the same data")
        func pong() async throws {
            try await TestServer.run { server in
                let (peer, _) = try await server.visit()
                try await peer.send(Frame(opcode: 9, payload: [1, 2, 3]))
                let answer = await peer.nextFrame { $0.opcode == 10 }
                #expect(answer?.payload == [1, 2, 3])
                await peer.close()
            }
        }

        @Test(
            "A close frame is answered with the same code, and no frame follows it",
            arguments: [1000, 1001, 3000, 4999, nil])
        func close(code: UInt16?) async throws {
            try await TestServer.run { server in
                let (peer, _) = try await server.visit()
                try await peer.send(code.map { .close($0, Array("Bye".utf8)) } ?? Frame(opcode: 8))
                let answer = await peer.nextFrame { $0.opcode == 8 }
                #expect(answer?.payload == code.map { Frame.close($0).payload } ?? [])
                let next = await peer.nextFrame()
                #expect(next == nil)
                await peer.close()
            }
        }

        @Test("Frames from the server are not masked, and no frame follows a close frame")
        func nothingAfterFarewell() async throws {
            try await TestServer.run(limits: Self.limits) { server in
                let (peer, token) = try await server.visit()
                let events = Array(repeating: Frame.event("increment"), count: 50)
                try await peer.send((events + [.event("explode")] + events).flatMap(\.bytes))
                let farewell = await peer.nextFrame { frame in
                    #expect(!frame.isMasked)
                    return frame.opcode == 8
                }
                #expect(farewell != nil, "the connection was lost without a farewell")
                await server.sessions.untilEnded(token)
                try await peer.send(.close(1008))
                let next = await peer.nextFrame()
                #expect(next == nil)
                await peer.close()
            }
        }
    }

    /// Frames that break a rule of the protocol, and the farewell that answers them.
    struct Violation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: UInt16
        let reason: String
        let frames: [Frame]
    }

    extension Violation {
        private static func answered(
            _ code: UInt16, _ reason: String, _ violations: KeyValuePairs<String, [Frame]>
        ) -> [Violation] {
            violations.map { Violation(testDescription: $0.key, code: code, reason: reason, frames: $0.value) }
        }

        private static let increment = Array("{\"event\":\"increment\"}".utf8)

        static let all: [Violation] = [
            answered(
                1002, "a frame that is not masked", ["text": [Frame(opcode: 1, isMasked: false, payload: increment)]]),
            answered(
                1002, "a reserved bit is set",
                [
                    "text": [Frame(opcode: 1, reserved: 4, payload: increment)],
                    "ping": [Frame(opcode: 9, reserved: 2)], "close": [Frame(opcode: 8, reserved: 1)],
                ]),
            answered(
                1002, "unknown kind of frame",
                ["data": [Frame(opcode: 3, payload: increment)], "control": [Frame(opcode: 11)]]),
            answered(
                1002, "a control frame in parts",
                ["ping": [Frame(opcode: 9, isFinal: false)], "close": [Frame(opcode: 8, isFinal: false)]]),
            answered(
                1002, "a control frame of more than 125 bytes",
                ["ping": [Frame(opcode: 9, payload: Array(repeating: 0, count: 126))]]),
            answered(
                1002, "parts of messages are out of order",
                [
                    "continuation first": [Frame(opcode: 0, payload: increment)],
                    "text within text": [Frame(opcode: 1, isFinal: false, payload: increment), .event("increment")],
                ]),
            answered(
                1002, "a farewell without a code",
                [
                    "one byte": [Frame(opcode: 8, payload: [3])], "0": [.close(0)], "1005": [.close(1005)],
                    "1006": [.close(1006)], "1015": [.close(1015)], "2999": [.close(2999)], "5000": [.close(5000)],
                ]),
            answered(
                1003, "Only text",
                [
                    "whole": [Frame(opcode: 2, payload: increment)],
                    "in parts": [Frame(opcode: 2, isFinal: false, payload: increment), Frame(opcode: 0)],
                ]),
            answered(
                1007, "not in UTF-8",
                [
                    "invalid byte": [Frame(opcode: 1, payload: [0x7B, 0xFF, 0x7D])],
                    "half a character": [Frame(opcode: 1, payload: [0xE2, 0x82])],
                    "surrogate": [Frame(opcode: 1, payload: [0xED, 0xA0, 0x80])], "close": [.close(1000, [0xFF])],
                ]),
            answered(
                1007, "could not be read",
                [
                    "no JSON": [.text("increment")], "empty": [.text("")], "no object": [.text("[\"increment\"]")],
                    "no event": [.text("{}")], "event of a number": [.text("{\"event\":1}")],
                    "values of numbers": [.text("{\"event\":\"increment\",\"values\":{\"a\":1}}")],
                    "list of values": [.text("{\"event\":\"increment\",\"values\":[]}")],
                    "value of null": [.text("{\"event\":\"increment\",\"values\":{\"a\":null}}")],
                    "deep": [.text(String(repeating: "[", count: 1000))],
                    "huge number": [.text("{\"event\":1" + String(repeating: "0", count: 1000) + "}")],
                    "UTF-16": [Frame(opcode: 1, payload: increment.flatMap { [$0, 0] })],
                ]),
            answered(1008, "no event \"explode\"", ["unknown event": [.event("explode")]]),
            answered(1008, "no event \"\"", ["empty event": [.event("")]]),
            answered(1008, "no event \"aaaa", ["long event": [.event(String(repeating: "a", count: 900))]]),
            answered(
                1008, "no event \"\\u{01}", ["control characters": [.event(String(repeating: "\\u0001", count: 100))]]),
            answered(
                1008, "too many parts",
                [
                    "tiny": [Frame(opcode: 1, isFinal: false, payload: [0x20])]
                        + Array(repeating: Frame(opcode: 0, isFinal: false, payload: [0x20]), count: 100),
                    "empty": [Frame(opcode: 1, isFinal: false)]
                        + Array(repeating: Frame(opcode: 0, isFinal: false), count: 100),
                ]),
            answered(
                1008, "Too many messages",
                [
                    "pings": Array(repeating: Frame(opcode: 9, payload: [1, 2, 3]), count: 1000),
                    "pongs": Array(repeating: Frame(opcode: 10), count: 1000),
                    "messages": Array(repeating: .event("increment"), count: 1000),
                ]),
            answered(
                1009, "larger than 1024 bytes",
                [
                    "two gibibytes": [Frame(opcode: 1, claimedLength: 1 << 31)],
                    "longest": [Frame(opcode: 1, claimedLength: .max)],
                    "whole": [Frame(opcode: 1, payload: Array(repeating: 0x20, count: 1025))],
                    "in parts": [1, 0].map {
                        Frame(opcode: $0, isFinal: false, payload: Array(repeating: 0x20, count: 1000))
                    },
                ]),
        ].flatMap(\.self)
    }
#endif
