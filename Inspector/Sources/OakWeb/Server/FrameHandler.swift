#if Inspector
    import NIOCore
    import NIOFoundationCompat
    import NIOWebSocket

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Turns frames into signals, and violations of the protocol into farewells; nothing follows a farewell.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    final class FrameHandler: ChannelDuplexHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = Signal
        typealias OutboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private enum Speech { case free, farewellSaid }

        private let limits: Limits
        private var speech = Speech.free

        init(limits: Limits) { self.limits = limits }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            context.fireChannelRead(wrapInboundOut(signal(of: frame)))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let farewell = farewell(for: error) else { return context.fireErrorCaught(error) }
            context.fireChannelRead(wrapInboundOut(.fault(farewell)))
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch speech {
            case .farewellSaid:
                promise?.fail(ChannelError.outputClosed)
            case .free:
                if unwrapOutboundIn(data).opcode == .connectionClose { speech = .farewellSaid }
                context.write(data, promise: promise)
            }
        }

        private func signal(of frame: WebSocketFrame) -> Signal {
            // The aggregator has already unmasked the data.
            let data = frame.unmaskedData
            return switch frame.opcode {
            case .text: data.isUnicode ? .message(Data(buffer: data)) : .fault(.notUnicode)
            case .binary: .fault(.notText)
            case .ping: .ping(Data(buffer: data))
            case .pong: .pong
            case .connectionClose: close(data)
            case _: .fault(.protocolError("unknown kind of frame"))
            }
        }

        private func close(_ data: ByteBuffer) -> Signal {
            if data.readableBytes == 0 { return .close(nil) }
            var reason = data
            guard let code = reason.readInteger(as: UInt16.self), Farewell.isCode(code) else {
                return .fault(.protocolError("a farewell without a code that may be sent"))
            }
            return reason.isUnicode ? .close(code) : .fault(.notUnicode)
        }

        private func farewell(for error: any Error) -> Farewell? {
            switch error {
            case NIOWebSocketError.invalidFrameLength: .tooLarge(limit: limits.messageSize)
            case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge: .tooLarge(limit: limits.messageSize)
            case NIOWebSocketFrameAggregator.Error.tooManyFragments: .tooManyParts
            case NIOWebSocketError.fragmentedControlFrame: .protocolError("a control frame in parts")
            case NIOWebSocketError.multiByteControlFrameLength: .protocolError("a control frame of more than 125 bytes")
            case FrameRules.Violation.unmasked: .protocolError("a frame that is not masked")
            case FrameRules.Violation.reservedBit: .protocolError("a reserved bit is set")
            case is NIOWebSocketFrameAggregator.Error: .protocolError("parts of messages are out of order")
            case is NIOWebSocketError: .protocolError("a frame that is none")
            case _: nil
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension Farewell {
        /// Whether a code may be sent: the others stand for farewells without words, or have no meaning yet.
        static func isCode(_ code: UInt16) -> Bool {
            switch code {
            case 1000...1003, 1007...1014, 3000...4999: true
            case _: false
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension ByteBuffer {
        fileprivate var isUnicode: Bool { String(validating: readableBytesView, as: UTF8.self) != nil }
    }
#endif
