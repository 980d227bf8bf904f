import Oak
import OakGraph
import Testing

/// Messages over a line that loses some: a bit tells the next one from one that is sent again.
///
/// The line also loses a message that finds another one under way; an answer waits until it is free.
// Bartlett, Scantlebury, Wilkinson, "A note on reliable full-duplex transmission over half-duplex links", 1969.
enum AlternatingBit: ForeignModel {
    struct State: Hashable {
        /// The bit of the message that is sent, and that of the message to be delivered next.
        var sent = 0
        var expected = 0
        var isWaiting = false
        /// The messages under way; each direction has room for one.
        var message: Int?
        var answer: Int?
        /// Whether neither end looks at the bit.
        let isWrong: Bool
    }
    enum Event: CaseIterable { case send, timeOut, receive, acknowledge, loseMessage, loseAnswer }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .send where !state.isWaiting:
            state.message = state.message ?? state.sent
            state.isWaiting = true
        case .timeOut: state.isWaiting = false
        case .receive where state.answer == nil && state.message != nil:
            if state.message == state.expected || state.isWrong { state.expected = 1 - state.expected }
            swap(&state.message, &state.answer)
        case .acknowledge where state.isWaiting && state.answer != nil:
            if state.answer == state.sent || state.isWrong { (state.sent, state.isWaiting) = (1 - state.sent, false) }
            state.answer = nil
        case .loseMessage: state.message = nil
        case .loseAnswer: state.answer = nil
        case .send, .receive, .acknowledge: break
        }
    }

    static func start(_ count: Int, isWrong: Bool) -> State { State(isWrong: isWrong) }

    static func events(_ count: Int) -> [Event] { Event.allCases }

    static let program = """
        chan messages = [1] of { bit }; chan answers = [1] of { bit };
        active proctype sender() { bit sent; do
        :: d_step { if :: nfull(messages) -> messages!sent :: full(messages) fi };
           do :: break :: d_step { !wrong && answers?[eval(1 - sent)] -> answers?_ }
              :: d_step { nempty(answers) && (wrong || answers?[eval(sent)]) -> answers?_; sent = 1 - sent }; break
           od od }
        active proctype receiver() { bit expected, message; do
        :: d_step { nempty(messages) && empty(answers) -> messages?message; answers!message;
           if :: message == expected || wrong -> expected = 1 - expected :: else fi; message = 0 } od }
        active proctype line() { do :: messages?_ :: answers?_ od }
        """
}

/// The alternating bit protocol over a lossy line.
struct ForeignAlternatingBitTests {
    /// A message is delivered while it is sent and has not been, and accepted when it has been.
    private let exactlyOnce = TemporalProperty<AlternatingBit>.everyTransition("a message arrives once") { step in
        let (before, after, hasArrived) = (step.before, step.after, step.before.expected != step.before.sent)
        let isDelivered = before.expected != after.expected
        return before.sent == after.sent ? !isDelivered || !hasArrived && before.message == before.sent : hasArrived
    }

    @Test func `Each message arrives exactly once and in order over a line that does not go on losing messages`() {
        func isLoss(_ event: AlternatingBit.Event) -> Bool { event == .loseMessage || event == .loseAnswer }
        let accepts = TemporalFormula<AlternatingBit>.transition { $0.before.sent != $0.after.sent }
        let loses = TemporalFormula<AlternatingBit>.transition { isLoss($0.event) && $0.before != $0.after }
        let rest = Fairness<AlternatingBit>.strong { !isLoss($0) }
        let graph = AlternatingBit.graph()
        #expect(graph.verdict(on: exactlyOnce) == .holds)
        #expect(graph.verdict(on: .formula("arrive", .always(.eventually(accepts || loses)), under: rest)) == .holds)
        #expect(graph.verdict(on: .formula("arrive", .always(.eventually(accepts)), under: rest)) == .fails)
    }

    @Test func `Without the bit, a message that is sent again is delivered again`() {
        let path = AlternatingBit.graph(isWrong: true).check([], properties: [exactlyOnce]).findings.first?.path
        #expect(path?.events == [.send, .timeOut, .receive, .send, .acknowledge, .receive])
    }
}
