import Dispatch
import Foundation
import Oak

/// Turns ^C into the end of an exploration; a second one ends the program.
final class Interruption: @unchecked Sendable {
    private let count = Protected(0)
    private let source: any DispatchSourceSignal

    /// Listens until ``end()`` is called.
    init() {
        // Without this the signal would end the program before anybody looks at it.
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [unowned self] in noteSignal() }
        source.resume()
    }

    var isRequested: Bool { count.withLock { $0 > 0 } }

    /// Gives the signal its usual meaning again.
    func end() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }

    private func noteSignal() {
        let isSecond = count.withLock { count in
            count += 1
            return count > 1
        }
        if isSecond { _exit(Outcome.interrupted.exitCode) }
    }
}
