import Testing

@testable import WebLoad

@Suite("The ledger of a page")
struct LedgerTests {
    /// Values that all differ, so that each shown value has only one meaning.
    static let course = Course(events: [.increment, .increment, .increment, .increment], values: [0, 1, 2, 3, 4])

    private func ledger(sending count: Int) -> Ledger {
        var ledger = Ledger(Self.course)
        _ = ledger.show(0, at: .zero)
        for number in 0..<count { _ = ledger.send(at: .seconds(number)) }
        return ledger
    }

    @Test("The ledger measures the time until the effect of each event is shown")
    func latencies() {
        var ledger = ledger(sending: 2)
        #expect(ledger.show(1, at: .seconds(5)) == [.seconds(5)])
        #expect(ledger.show(2, at: .seconds(7)) == [.seconds(6)])
        #expect(ledger.isSettled)
        #expect(ledger.close() == 0)
        #expect(ledger.faults.isEmpty)
    }

    @Test("The ledger accepts one patch as the answer to several events")
    func coalescing() {
        var ledger = ledger(sending: 3)
        #expect(ledger.show(3, at: .seconds(3)) == [.seconds(3), .seconds(2), .seconds(1)])
        #expect(ledger.isSettled)
    }

    @Test("The ledger reports a late value")
    func reordered() {
        var ledger = ledger(sending: 2)
        _ = ledger.show(2, at: .seconds(2))
        #expect(ledger.show(1, at: .seconds(3)).isEmpty)
        #expect(ledger.faults == [.outOfOrder(shown: 1)])
    }

    @Test("The ledger reports a premature value and an impossible value")
    func unearned() {
        var ledger = ledger(sending: 1)
        _ = ledger.show(2, at: .seconds(1))
        _ = ledger.show(-1, at: .seconds(1))
        #expect(ledger.faults == [.outOfOrder(shown: 2), .outOfOrder(shown: -1)])
    }

    @Test("The ledger reports a patch that changes nothing")
    func repeated() {
        var ledger = ledger(sending: 2)
        _ = ledger.show(1, at: .seconds(1))
        _ = ledger.show(1, at: .seconds(1))
        #expect(ledger.faults == [.outOfOrder(shown: 1)])
    }

    @Test("The ledger reports events whose effect was never shown")
    func lost() {
        var ledger = ledger(sending: 3)
        _ = ledger.show(2, at: .seconds(2))
        #expect(!ledger.isSettled)
        _ = ledger.close()
        #expect(ledger.faults == [.lost(shown: 2, expected: 3)])
    }

    @Test("The ledger does not expect events that later events undid before they were shown")
    func undone() {
        var ledger = Ledger(Course(events: [.increment, .increment, .decrement], values: [0, 1, 2, 1]))
        _ = ledger.show(0, at: .zero)
        for _ in 0..<3 { _ = ledger.send(at: .zero) }
        _ = ledger.show(1, at: .seconds(1))
        #expect(ledger.close() == 2)
        #expect(ledger.faults.isEmpty)
    }

    @Test("The ledger sends no event after the end of its course")
    func end() {
        var ledger = ledger(sending: 4)
        #expect(ledger.send(at: .seconds(5)) == nil)
    }
}
