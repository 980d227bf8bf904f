import NIOCore
import NIOWebSocket
import Synchronization

/// An open page, as a browser would hold it.
final class OpenPage: Sendable {
    private let ledger: Mutex<Ledger>
    private let tally: SharedTally
    private let stopwatch: Stopwatch
    private let phase: Mutex<Phase>
    private let mask: WebSocketMaskingKey

    private enum Phase {
        case connecting(EventLoopPromise<Void>)
        case open(any Channel)
        case left
    }

    /// - Parameter isWelcome: Fulfilled by the first message of the server.
    init(
        course: Course, seed: UInt64, tally: SharedTally, stopwatch: Stopwatch, isWelcome: EventLoopPromise<Void>
    ) {
        ledger = Mutex(Ledger(course))
        var generator = SeededGenerator(seed: seed)
        mask = .random(using: &generator)
        phase = Mutex(.connecting(isWelcome))
        self.tally = tally
        self.stopwatch = stopwatch
    }

    /// Sends the next event of its course.
    func send() {
        guard case .open(let channel) = phase.withLock({ $0 }) else { return }
        guard let event = ledger.withLock({ $0.send(at: stopwatch.now) }) else { return }
        let data = ByteBuffer(string: #"{"event":"\#(event.rawValue)","values":{}}"#)
        tally.add {
            $0.sent += 1
            $0.eventBytes += data.readableBytes
        }
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, maskKey: mask, data: data), promise: nil)
    }

    /// The server has sent a message.
    func receive(_ message: ByteBuffer, on channel: any Channel) {
        // The server shows that it is there.
        if message.readableBytes == 2 { return }
        let time = stopwatch.now
        let value = Sighting.value(in: message.readableBytesView)
        let latencies = ledger.withLock { ledger -> [Duration] in
            if let value { return ledger.show(value, at: time) }
            ledger.note(.unreadable)
            return []
        }
        let welcome = phase.withLock { phase -> EventLoopPromise<Void>? in
            guard case .connecting(let promise) = phase else { return nil }
            phase = .open(channel)
            return promise
        }
        tally.add {
            if welcome == nil {
                $0.patches += 1
                $0.patchBytes += message.readableBytes
            } else {
                $0.welcomes += 1
                $0.welcomeBytes += message.readableBytes
            }
            $0.latencies += latencies
        }
        welcome?.succeed()
    }

    /// Records the end of the connection.
    func lose(_ reason: String) {
        let before = phase.withLock { phase in
            defer { phase = .left }
            return phase
        }
        switch before {
        case .connecting(let promise): promise.fail(LoadError.notWelcome(reason))
        case .open: ledger.withLock { $0.note(.disconnected(reason: reason)) }
        case .left: break
        }
    }

    /// Closes it, like a user.
    func leave() -> EventLoopFuture<Void>? {
        let before = phase.withLock { phase in
            defer { phase = .left }
            return phase
        }
        guard case .open(let channel) = before else { return nil }
        var code = ByteBuffer()
        code.write(webSocketErrorCode: .goingAway)
        channel.writeAndFlush(
            WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: mask, data: code), promise: nil)
        return channel.closeFuture
    }

    /// Whether all its events are answered.
    var isSettled: Bool { ledger.withLock(\.isSettled) }

    /// The faults, and the number of events that needed no answer.
    func close() -> (faults: [Ledger.Fault], unanswered: Int) {
        ledger.withLock {
            let unanswered = $0.close()
            return ($0.faults, unanswered)
        }
    }
}
