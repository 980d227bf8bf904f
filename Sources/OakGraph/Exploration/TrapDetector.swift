import Foundation
import Oak

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Detects calls that end the process, by making them in a copy of it.
///
/// The copy makes one call after the other and writes a byte after each. When it dies, the number of bytes identifies
/// the call, and the next copy continues after that call.
///
/// Only the calling thread survives in a copy. A lock that another thread held at that moment stays locked in the copy,
/// which is why a call that takes too long is tried twice before it counts.
package struct TrapDetector {
    /// The time that a call may take, in seconds.
    let secondsPerCall: UInt32

    package init(secondsPerCall: UInt32 = 5) { self.secondsPerCall = secondsPerCall }

    #if (os(Linux) && canImport(Glibc)) || os(macOS)

        private enum Ending {
            case completed
            case tookTooLong
            case died(note: String)
        }

        private typealias Fork = @convention(c) () -> pid_t

        /// POSIX `fork`, which Swift hides because a copy has only one thread; one is enough here.
        ///
        /// `dlsym` returns an untyped address, for which the language has no checked conversion; the type is that of
        /// `fork` in POSIX.
        private static let fork: Fork? = {
            #if os(macOS)
                let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
            #else
                let everywhere: UnsafeMutableRawPointer? = nil
            #endif
            // A copy of a process under the thread sanitizer hangs.
            guard dlsym(everywhere, "__tsan_init") == nil else { return nil }
            return dlsym(everywhere, "fork").map { unsafeBitCast($0, to: Fork.self) }
        }()

        /// Whether the process can be copied.
        package static var isAvailable: Bool { fork != nil }

        /// Serializes detections: a copy inherits the pipes of the others, which would stay open until it dies.
        private static let turn = Lock()

        /// Whether this process is a copy, in which only one thread runs.
        private nonisolated(unsafe) static var isCopy = false

        /// Makes calls, numbered from zero, and detects those that do not return.
        ///
        /// - Returns: The reasons by the number of the call; empty if the process cannot be copied.
        package func traps(among count: Int, call: (Int) -> Void) -> [Int: String] {
            // The calls may detect traps themselves, one after the other; no thread of a copy frees the lock.
            Self.isCopy ? detect(among: count, call) : Self.turn.withLock { detect(among: count, call) }
        }

        private func detect(among count: Int, _ call: (Int) -> Void) -> [Int: String] {
            var traps: [Int: String] = [:]
            var (next, attempts) = (0, 0)
            while next < count, let (returned, ending) = observe(next..<count, call: call) {
                attempts = returned == 0 ? attempts + 1 : 1
                next += returned
                switch ending {
                case .completed: return traps
                case .tookTooLong where attempts < 2: break
                case .tookTooLong:
                    traps[next] = "takes more than \(secondsPerCall) s"
                    (next, attempts) = (next + 1, 0)
                case .died(let note):
                    traps[next] = note
                    (next, attempts) = (next + 1, 0)
                }
            }
            return traps
        }

        /// Makes calls in one copy of the process.
        ///
        /// - Returns: The number of calls that returned, and what ended the copy.
        private func observe(_ calls: Range<Int>, call: (Int) -> Void) -> (returned: Int, Ending)? {
            guard let fork = Self.fork, let progress = Pipe(), let messages = Pipe() else { return nil }
            let child = fork()
            guard child >= 0 else { return nil }
            if child == 0 {
                Self.isCopy = true
                _ = alarm(secondsPerCall)
                becomeQuiet(messages)
                for index in calls {
                    _ = alarm(secondsPerCall)
                    call(index)
                    var byte: UInt8 = 1
                    _ = write(progress.end, &byte, 1)
                }
                _exit(0)
            }
            progress.closeEnd()
            messages.closeEnd()
            let returned = progress.readAll().count
            let message = messages.readAll()
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return (returned, ending(status: status, isComplete: returned == calls.count, message: message))
        }

        /// Makes a trap end this process at once, bypassing the handlers of a test library.
        private func becomeQuiet(_ messages: Pipe) {
            for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM] { signal(number, SIG_DFL) }
            var none = sigset_t()
            sigemptyset(&none)
            sigprocmask(SIG_SETMASK, &none, nil)
            var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
            #if os(macOS)
                setrlimit(RLIMIT_CORE, &noCore)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
            #endif
            // The other side does not read during the calls, and a full pipe must not block them.
            _ = fcntl(messages.end, F_SETFL, O_NONBLOCK)
            dup2(messages.end, STDERR_FILENO)
            let nowhere = open("/dev/null", O_WRONLY)
            if nowhere >= 0 { dup2(nowhere, STDOUT_FILENO) }
        }

        private func ending(status: Int32, isComplete: Bool, message: [UInt8]) -> Ending {
            let number = status & 0x7f
            guard !isComplete else { return .completed }
            guard number != SIGALRM else { return .tookTooLong }
            guard number != 0 else { return .died(note: "exits with status \(status >> 8 & 0xff)") }
            let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
            let reason = lines.first { $0.contains("rror: ") } ?? lines.last
            return .died(note: reason.map(String.init) ?? "ends with signal \(number)")
        }

        /// Carries bytes from a copy of the process to the original.
        private struct Pipe {
            let start: Int32
            let end: Int32

            init?() {
                var ends: [Int32] = [0, 0]
                guard pipe(&ends) == 0 else { return nil }
                (start, end) = (ends[0], ends[1])
                // Programs that other tests start must not inherit the pipe.
                for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            }

            func closeEnd() { close(end) }

            /// Reads until the other side is closed, and closes this side.
            func readAll() -> [UInt8] {
                defer { close(start) }
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(start, &buffer, buffer.count)
                    if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return bytes }
                }
            }
        }

    #else

        /// Detects nothing, because the process cannot be copied here.
        package func traps(among count: Int, call: (Int) -> Void) -> [Int: String] { [:] }

    #endif
}
