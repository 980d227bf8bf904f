import Foundation
import Oak
import Testing

@Suite("Errors with Foundation")
struct LocalizedErrorTests {
    @Test("An error of a machine is a sentence, and suggests what to do")
    func sentences() {
        let error: any LocalizedError = TransducerError.bufferOverflow
        #expect(error.localizedDescription == "The mailbox is full.")
        #expect(error.recoverySuggestion == "Send less often, increase bufferSize, or use sendWaitingForRoom(_:).")
        #expect(
            "\(TransducerError.bufferOverflow)"
                == "The mailbox is full: send less often, increase bufferSize, or use sendWaitingForRoom(_:).")
    }

    @Test("An error that leaves nothing to do suggests nothing")
    func withoutAdvice() {
        #expect(TransducerError.cancelled.localizedDescription == "The machine was cancelled through its proxy.")
        #expect(TransducerError.cancelled.recoverySuggestion == nil)
    }
}
