#if Inspector
    import Foundation
    import NIOCore

    /// Divides bytes into lines.
    struct LineDecoder: NIOSingleStepByteToMessageDecoder {
        typealias InboundOut = ByteBuffer

        /// The greatest length of a line, in bytes.
        static let limit = 4 << 20

        func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
            guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = buffer.readSlice(length: end - buffer.readerIndex)
            buffer.moveReaderIndex(forwardBy: 1)
            return line
        }

        func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? { try decode(buffer: &buffer) }
    }

    extension ByteBuffer {
        /// Appends a value as a line.
        mutating func write(line value: some Encodable) throws {
            writeBytes(try JSONEncoder().encode(value))
            writeInteger(UInt8(ascii: "\n"))
        }

        /// The value of a line.
        func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(readableBytesView))
        }
    }

    /// The lines of a connection.
    typealias LineChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    extension LineChannel {
        /// The lines of a channel, from its event loop.
        static func over(_ channel: any Channel) throws -> LineChannel {
            try channel.pipeline.syncOperations.addHandler(
                ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.limit))
            return try LineChannel(wrappingChannelSynchronously: channel)
        }
    }
#endif
