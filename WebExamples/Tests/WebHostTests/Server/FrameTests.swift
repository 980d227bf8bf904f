import Counters
import Oak
import Testing

@testable import WebHost

@Suite("A violation of the protocol ends only the session of its connection")
struct FrameTests {
    static let limits = {
        var limits = Limits()
        limits.messageSize = 1024
        limits.messageBurst = 100
        return limits
    }()

    @Test("Each violation has a clear reason", arguments: Violation.allCases)
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

    enum Violation: CaseIterable {
        case unmasked, reservedBit1, reservedBit2, reservedBit3, reservedOpcode, reservedControlOpcode
        case fragmentedPing, fragmentedClose, largePing, notUnicode, halfACharacter, surrogate, binary
        case twoGibibytes, longestLength, tooLong, tooLongInParts, tinyParts, emptyParts
        case continuationFirst, textWithinText, binaryInParts
        case closeOfOneByte, closeCodeZero, closeCode1005, closeCode1006, closeCode1015, closeCode2999, closeCode5000
        case closeNotUnicode, pings, pongs, messages
        case noJSON, emptyMessage, noObject, noEvent, eventOfNumber, valuesOfNumbers, valuesOfLists, valuesNull,
            deepJSON,
            hugeNumber, notUTF8JSON, unknownEvent, emptyEvent, longEvent, ugliestEvent

        var frames: [Frame] {
            let increment = Array("{\"event\":\"increment\"}".utf8)
            return switch self {
            case .unmasked: [Frame(opcode: 1, isMasked: false, payload: increment)]
            case .reservedBit1: [Frame(opcode: 1, reserved: 4, payload: increment)]
            case .reservedBit2: [Frame(opcode: 9, reserved: 2)]
            case .reservedBit3: [Frame(opcode: 8, reserved: 1)]
            case .reservedOpcode: [Frame(opcode: 3, payload: increment)]
            case .reservedControlOpcode: [Frame(opcode: 11)]
            case .fragmentedPing: [Frame(opcode: 9, isFinal: false)]
            case .fragmentedClose: [Frame(opcode: 8, isFinal: false)]
            case .largePing: [Frame(opcode: 9, payload: Array(repeating: 0, count: 126))]
            case .notUnicode: [Frame(opcode: 1, payload: [0x7B, 0xFF, 0x7D])]
            case .halfACharacter: [Frame(opcode: 1, payload: [0xE2, 0x82])]
            case .surrogate: [Frame(opcode: 1, payload: [0xED, 0xA0, 0x80])]
            case .binary: [Frame(opcode: 2, payload: increment)]
            case .twoGibibytes: [Frame(opcode: 1, claimedLength: 1 << 31)]
            case .longestLength: [Frame(opcode: 1, claimedLength: .max)]
            case .tooLong: [Frame(opcode: 1, payload: Array(repeating: 0x20, count: 1025))]
            case .tooLongInParts:
                [Frame(opcode: 1, isFinal: false, payload: Array(repeating: 0x20, count: 1000))]
                    + [Frame(opcode: 0, isFinal: false, payload: Array(repeating: 0x20, count: 1000))]
            case .tinyParts:
                [Frame(opcode: 1, isFinal: false, payload: [0x20])]
                    + Array(repeating: Frame(opcode: 0, isFinal: false, payload: [0x20]), count: 100)
            case .emptyParts:
                [Frame(opcode: 1, isFinal: false)] + Array(repeating: Frame(opcode: 0, isFinal: false), count: 100)
            case .continuationFirst: [Frame(opcode: 0, payload: increment)]
            case .textWithinText: [Frame(opcode: 1, isFinal: false, payload: increment), .event("increment")]
            case .binaryInParts: [Frame(opcode: 2, isFinal: false, payload: increment), Frame(opcode: 0)]
            case .closeOfOneByte: [Frame(opcode: 8, payload: [3])]
            case .closeCodeZero: [.close(0)]
            case .closeCode1005: [.close(1005)]
            case .closeCode1006: [.close(1006)]
            case .closeCode1015: [.close(1015)]
            case .closeCode2999: [.close(2999)]
            case .closeCode5000: [.close(5000)]
            case .closeNotUnicode: [.close(1000, [0xFF])]
            case .pings: Array(repeating: Frame(opcode: 9, payload: [1, 2, 3]), count: 1000)
            case .pongs: Array(repeating: Frame(opcode: 10), count: 1000)
            case .messages: Array(repeating: .event("increment"), count: 1000)
            case .noJSON: [.text("increment")]
            case .emptyMessage: [.text("")]
            case .noObject: [.text("[\"increment\"]")]
            case .noEvent: [.text("{}")]
            case .eventOfNumber: [.text("{\"event\":1}")]
            case .valuesOfNumbers: [.text("{\"event\":\"increment\",\"values\":{\"a\":1}}")]
            case .valuesOfLists: [.text("{\"event\":\"increment\",\"values\":[]}")]
            case .valuesNull: [.text("{\"event\":\"increment\",\"values\":{\"a\":null}}")]
            case .deepJSON: [.text(String(repeating: "[", count: 1000))]
            case .hugeNumber: [.text("{\"event\":1" + String(repeating: "0", count: 1000) + "}")]
            case .notUTF8JSON:
                [Frame(opcode: 1, payload: "{\"event\":\"increment\"}".utf16.flatMap { [UInt8($0), 0] })]
            case .unknownEvent: [.event("explode")]
            case .emptyEvent: [.event("")]
            case .longEvent: [.event(String(repeating: "a", count: 900))]
            case .ugliestEvent: [.event(String(repeating: "\\u0001", count: 100))]
            }
        }

        var code: UInt16 {
            switch self {
            case .unmasked, .reservedBit1, .reservedBit2, .reservedBit3, .reservedOpcode, .reservedControlOpcode,
                .fragmentedPing, .fragmentedClose, .largePing, .continuationFirst, .textWithinText, .closeOfOneByte,
                .closeCodeZero, .closeCode1005, .closeCode1006, .closeCode1015, .closeCode2999, .closeCode5000:
                1002
            case .binary, .binaryInParts: 1003
            case .notUnicode, .halfACharacter, .surrogate, .closeNotUnicode, .noJSON, .emptyMessage, .noObject,
                .noEvent,
                .eventOfNumber, .valuesOfNumbers, .valuesOfLists, .valuesNull, .deepJSON, .hugeNumber, .notUTF8JSON:
                1007
            case .tinyParts, .emptyParts, .pings, .pongs, .messages, .unknownEvent, .emptyEvent, .longEvent,
                .ugliestEvent:
                1008
            case .twoGibibytes, .longestLength, .tooLong, .tooLongInParts: 1009
            }
        }

        var reason: String {
            switch self {
            case .unmasked: "a frame that is not masked"
            case .reservedBit1, .reservedBit2, .reservedBit3: "a reserved bit is set"
            case .reservedOpcode, .reservedControlOpcode: "unknown kind of frame"
            case .fragmentedPing, .fragmentedClose: "a control frame in parts"
            case .largePing: "a control frame of more than 125 bytes"
            case .notUnicode, .halfACharacter, .surrogate, .closeNotUnicode: "not in UTF-8"
            case .binary, .binaryInParts: "Only text"
            case .twoGibibytes, .longestLength, .tooLong, .tooLongInParts: "larger than 1024 bytes"
            case .tinyParts, .emptyParts: "too many parts"
            case .continuationFirst, .textWithinText: "parts of messages are out of order"
            case .closeOfOneByte, .closeCodeZero, .closeCode1005, .closeCode1006, .closeCode1015, .closeCode2999,
                .closeCode5000:
                "a farewell without a code"
            case .pings, .pongs, .messages: "Too many messages"
            case .noJSON, .emptyMessage, .noObject, .noEvent, .eventOfNumber, .valuesOfNumbers, .valuesOfLists,
                .valuesNull, .deepJSON, .hugeNumber, .notUTF8JSON:
                "could not be read"
            case .unknownEvent: "no event \"explode\""
            case .emptyEvent: "no event \"\""
            case .longEvent: "no event \"aaaa"
            case .ugliestEvent: "no event \"\\u{01}"
            }
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
