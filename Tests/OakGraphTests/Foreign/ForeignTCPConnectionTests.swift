import Oak
import OakGraph
import Testing

/// The life of a connection between two endpoints, over a line that loses nothing and keeps the order.
///
/// An endpoint is opened once, and refuses segments before and after that with a `reset`.
// RFC 793, "Transmission Control Protocol", 1981, figure 6.
enum TCPConnection: ForeignModel {
    enum Phase: Hashable {
        case closed, listening, synSent, synReceived, established
        case finWait1, finWait2, closeWait, closing, lastAck, timeWait, ended
    }
    enum Signal: Hashable { case listen, connect, close, timeOut, syn, synAck, ack, fin, finAck, reset }
    struct State: Hashable {
        var phases = [Phase.closed, .closed]
        /// The segments on the way to each endpoint.
        var ahead: [[Signal]] = [[], []]
        /// Whether no number tells the acknowledgement of a `fin` from others.
        let isWrong: Bool
    }
    /// The call of an endpoint's user; `nil` if the endpoint receives a segment.
    typealias Event = (end: Int, signal: Signal?)

    static func update(_ state: inout State, event: Event) {
        let (end, phase) = (event.end, state.phases[event.end])
        guard let signal = event.signal ?? state.ahead[end].first else { return }
        if event.signal == nil { state.ahead[end].removeFirst() }
        switch (phase, signal == .ack && phase != .synReceived && state.isWrong ? .finAck : signal) {
        case (.closed, .listen): go(to: .listening)
        case (.closed, .connect): go(to: .synSent, sending: .syn)
        case (.listening, .syn), (.synSent, .syn): go(to: .synReceived, sending: .synAck)
        case (.synSent, .synAck): go(to: .established, sending: .ack)
        case (.synReceived, .ack), (.synReceived, .synAck): go(to: .established)
        case (.synReceived, .close), (.established, .close): go(to: .finWait1, sending: .fin)
        case (.established, .fin): go(to: .closeWait, sending: .finAck)
        case (.closeWait, .close): go(to: .lastAck, sending: .fin)
        case (.finWait1, .fin): go(to: .closing, sending: .finAck)
        case (.finWait1, .finAck): go(to: .finWait2)
        case (.finWait2, .fin): go(to: .timeWait, sending: .finAck)
        case (.closing, .finAck): go(to: .timeWait)
        case (.listening, .close), (.synSent, .close), (.lastAck, .finAck), (.timeWait, .timeOut): go(to: .ended)
        case (_, .reset) where phase != .closed && phase != .listening: go(to: .ended)
        case (.closed, _), (.ended, _): if event.signal == nil && signal != .reset { go(to: phase, sending: .reset) }
        case (_, _): break
        }

        func go(to phase: Phase, sending segment: Signal? = nil) {
            state.phases[end] = phase
            state.ahead[1 - end] += segment.map { [$0] } ?? []
        }
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(isWrong: isWrong) }

    static func events(_ count: Int) -> [Event] {
        [.listen, .connect, .close, .timeOut, nil].flatMap { [(0, $0), (1, $0)] }
    }

    static let program = """
        #define own phases[_pid]
        #define other ahead[1 - _pid]
        #define on(phase, segment) own == phase && seen == segment
        #define onFinAck(phase) own == phase && (seen == finAck || seen == ack && wrong)
        mtype = { closed, listening, synSent, synReceived, established, finWait1, finWait2, closeWait, closing };
        mtype = { lastAck, timeWait, ended, syn, synAck, ack, fin, finAck, reset };
        mtype phases[N] = closed; chan ahead[N] = [4] of { mtype };
        active [N] proctype endpoint() { mtype seen; end: do
        :: d_step { own == closed -> own = listening } :: d_step { own == closed -> own = synSent; other!syn }
        :: d_step { own == synReceived || own == established -> own = finWait1; other!fin }
        :: d_step { own == closeWait -> own = lastAck; other!fin }
        :: d_step { own == listening || own == synSent || own == timeWait -> own = ended }
        :: d_step { ahead[_pid]?seen -> if :: on(listening, syn) || on(synSent, syn) -> own = synReceived; other!synAck
           :: on(synReceived, ack) || on(synReceived, synAck) -> own = established
           :: on(synSent, synAck) -> own = established; other!ack :: on(finWait2, fin) -> own = timeWait; other!finAck
           :: on(established, fin) -> own = closeWait; other!finAck :: onFinAck(finWait1) -> own = finWait2
           :: on(finWait1, fin) -> own = closing; other!finAck :: onFinAck(closing) -> own = timeWait
           :: onFinAck(lastAck) || seen == reset && own != closed && own != listening -> own = ended
           :: seen != reset && (own == closed || own == ended) -> other!reset
           :: else fi; seen = 0 } od }
        """
}

/// The states of a TCP connection.
struct ForeignTCPConnectionTests {
    private let knownEnd = TemporalProperty<TCPConnection>.never("an end is acknowledged that nobody has seen") {
        $0.phases.contains(.finWait2) && !$0.phases.contains(.closeWait) && !$0.phases.contains(.lastAck)
    }

    @Test func `Who asks is answered if segments arrive, and a connection ends if users close it, too`() {
        let (graph, network) = (TCPConnection.graph(), Fairness<TCPConnection>.weak { $0.signal == nil })
        func leaves(_ phases: [TCPConnection.Phase]) -> TemporalFormula<TCPConnection> {
            .always(.eventually(.state { !phases.contains($0.phases[0]) }))
        }
        #expect(graph.verdict(on: .formula("answer", leaves([.synSent, .synReceived]), under: network)) == .holds)
        #expect(graph.verdict(on: .formula("end", leaves([.established, .closeWait]), under: network)) == .fails)
        #expect(graph.verdict(on: .formula("end", leaves([.established, .closeWait]), under: .weak)) == .holds)
    }

    @Test func `An end that is acknowledged is known to the peer, and without numbers it need not be`() {
        #expect(TCPConnection.graph().verdict(on: knownEnd) == .holds)
        let path = TCPConnection.graph(isWrong: true).check([], properties: [knownEnd]).findings.first?.path
        #expect(path?.events.map(\.signal) == [.listen, .connect, nil, .close, nil, nil])
    }
}
