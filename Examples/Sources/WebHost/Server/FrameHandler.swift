import NIOCore
import NIOFoundationCompat
import NIOWebSocket

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes signals of frames, and farewells of what is against the rules.
final class FrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = Signal

    private let limits: Limits

    init(limits: Limits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        context.fireChannelRead(wrapInboundOut(signal(of: frame)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let farewell = farewell(for: error) else { return context.fireErrorCaught(error) }
        context.fireChannelRead(wrapInboundOut(.fault(farewell)))
    }

    private func signal(of frame: WebSocketFrame) -> Signal {
        // What the aggregator has put together is unmasked.
        switch frame.opcode {
        case .text: .message(Data(buffer: frame.unmaskedData))
        case .binary: .fault(.notText)
        case .ping: .ping(Data(buffer: frame.unmaskedData))
        case .pong: .pong
        case .connectionClose: .close
        case _: .fault(.protocolError("unknown kind of frame"))
        }
    }

    private func farewell(for error: any Error) -> Farewell? {
        switch error {
        case NIOWebSocketError.invalidFrameLength: .tooLarge(limit: limits.messageSize)
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
            NIOWebSocketFrameAggregator.Error.tooManyFragments:
            .tooLarge(limit: limits.messageSize)
        case let error as NIOWebSocketError: .protocolError("\(error)")
        case let error as NIOWebSocketFrameAggregator.Error: .protocolError("\(error)")
        case _: nil
        }
    }
}
