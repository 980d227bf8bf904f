import NIOCore
import NIOWebSocket

/// Refuses frames that the protocol forbids a browser to send, and that the decoder lets pass for other uses.
///
/// It has to see them before they are put together, when nobody can tell any more how they came.
final class FrameRules: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    enum Violation: Error {
        /// A frame was not masked: a proxy on the way could be made to take it for something else.
        case unmasked
        /// A bit is set that means something only if both ends have agreed on it.
        case reservedBit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if frame.maskKey == nil {
            context.fireErrorCaught(Violation.unmasked)
        } else if frame.rsv1 || frame.rsv2 || frame.rsv3 {
            context.fireErrorCaught(Violation.reservedBit)
        } else {
            context.fireChannelRead(data)
        }
    }
}
