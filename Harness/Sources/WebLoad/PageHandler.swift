import NIOCore
import NIOWebSocket

/// Passes data from the server to a page, and answers what needs no page.
final class PageHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let page: OpenPage
    private var farewell: String?

    init(_ page: OpenPage) { self.page = page }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text:
            page.receive(frame.data, on: context.channel)
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: [0, 0, 0, 0], data: frame.data)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            var data = frame.data
            let code = data.readInteger(as: UInt16.self).map { "\($0) " } ?? ""
            farewell = code + String(buffer: data)
            context.close(promise: nil)
        case _:
            break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        page.lose(farewell ?? "The server has cut the line.")
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        farewell = farewell ?? "\(error)"
        context.close(promise: nil)
    }
}
