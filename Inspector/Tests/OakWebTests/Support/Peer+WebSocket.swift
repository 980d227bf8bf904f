#if Inspector
    import Foundation

    @testable import OakWeb

    /// A frame of the WebSocket protocol, right or wrong.
    struct Frame: Equatable {
        var opcode: UInt8
        var isFinal = true
        var reserved: UInt8 = 0
        var isMasked = true
        var payload: [UInt8] = []
        /// The length that it claims, if that is false.
        var claimedLength: UInt64?

        static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }

        static func event(_ name: String) -> Frame { text("{\"event\":\"\(name)\"}") }

        static func close(_ code: UInt16, _ reason: [UInt8] = []) -> Frame {
            Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 255)] + reason)
        }

        var bytes: [UInt8] {
            var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
            let length = claimedLength ?? UInt64(payload.count)
            let mask: UInt8 = isMasked ? 0x80 : 0
            switch length {
            case ...125: bytes.append(mask | UInt8(length))
            case ...0xFFFF: bytes += [mask | 126, UInt8(length >> 8), UInt8(length & 255)]
            case _: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
            }
            let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
            if isMasked { bytes += key + payload.enumerated().map { $1 ^ key[$0 % 4] } } else { bytes += payload }
            return bytes
        }
    }

    extension Peer {
        /// Asks for a socket.
        ///
        /// - Returns: The head of the answer.
        func upgrade(_ path: String, headers: [String] = ["Host: localhost"]) async throws -> String {
            let always = [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            try await send("GET \(path) HTTP/1.1\r\n" + (headers + always).map { $0 + "\r\n" }.joined() + "\r\n")
            return await read(through: "\r\n\r\n")
        }

        func send(_ frames: Frame...) async throws { try await send(frames.flatMap(\.bytes)) }

        /// The next frame of the server; `nil` if there is none.
        func nextFrame() async -> Frame? {
            let head = await read(2)
            guard head.count == 2 else { return nil }
            var length = Int(head[1] & 0x7F)
            if length >= 126 { length = await read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
            return Frame(
                opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0, reserved: head[0] >> 4 & 7,
                isMasked: head[1] & 0x80 != 0, payload: await read(length))
        }

        /// The next frame of a kind, skipping other frames; `nil` if there is none.
        func nextFrame(where isWanted: (Frame) -> Bool) async -> Frame? {
            while let frame = await nextFrame() { if isWanted(frame) { return frame } }
            return nil
        }

        /// The next notice of the server.
        func nextNotice() async throws -> [String: Any]? {
            while let frame = await nextFrame() {
                if frame.opcode == 8 { return nil }
                // Without content, it shows that the server is there.
                if frame.opcode == 1, frame.payload.count > 2 {
                    return try JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any]
                }
            }
            return nil
        }

        /// The farewell of the server, skipping other frames.
        func nextFarewell() async -> Farewell? {
            guard let frame = await nextFrame(where: { $0.opcode == 8 }), frame.payload.count >= 2 else { return nil }
            return Farewell(
                code: UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1]),
                reason: String(decoding: frame.payload.dropFirst(2), as: UTF8.self))
        }

        /// Waits until the server has nothing more to say.
        func untilEnd() async { while await nextFrame() != nil {} }
    }
#endif
