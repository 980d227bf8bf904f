import Foundation
import Synchronization

/// The signals that ask a program to end.
package enum Signals {
    /// The pipe for the handler, which may do hardly anything but write to it.
    private static let descriptor = Atomic<Int32>(-1)

    /// Calls a function for each signal that asks this program to end, instead of ending it.
    ///
    /// These signals still end the programs that this one starts.
    ///
    /// - Parameter handle: Called with the signal, on a thread of its own.
    package static func handle(_ handle: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor.store(ends[1], ordering: .sequentiallyConsistent)
        let source = ends[0]
        Thread {
            var number: UInt8 = 0
            while true {
                let count = read(source, &number, 1)
                if count == 1 { handle(Int32(number)) } else if count == 0 || errno != EINTR { return }
            }
        }.start()
        // The programs started by this one would inherit an ignored signal; hence a handler for each.
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
            signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(Signals.descriptor.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = code
            }
        }
    }

    /// Turns writing to a closed pipe into an error, instead of ending this program.
    package static func outliveReaders() { signal(SIGPIPE) { _ in } }

    /// Whether a signal is ignored, as `nohup` requests.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // Function pointers have no equality in Swift; these are as wide as an integer, and neither is called.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
