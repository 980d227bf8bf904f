#if Inspector
    import NIOCore
    import NIOWebSocket

    /// Rejects frames that the protocol forbids a browser to send, and that the decoder accepts for other uses.
    ///
    /// It must see frames before they are assembled, when their original form is lost.
    final class FrameRules: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = WebSocketFrame

        enum Violation: Error {
            /// A frame was not masked: a proxy on the way could misinterpret it.
            case unmasked
            /// A bit is set whose meaning both ends would have to agree on.
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
#endif
