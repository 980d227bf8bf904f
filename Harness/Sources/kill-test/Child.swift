import Foundation

/// A child process with pipes to its standard input and output.
final class Child {
    let process: pid_t
    private var input: CInt?
    private let output: CInt
    private var lines = Lines()
    private var unsent: [UInt8] = []
    private(set) var hasClosedOutput = false
    private var hasEnded = false

    /// Starts this program with other arguments.
    init(_ arguments: [String]) throws {
        var (toChild, fromChild): ([CInt], [CInt]) = ([0, 0], [0, 0])
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw SystemError("pipe") }
        // Only what the child is given stays open in it.
        for descriptor in toChild + fromChild { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
        guard let program = Bundle.main.executablePath else { throw SystemError("find this program") }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
        guard code == 0 else { throw SystemError("start \(program)", code) }
        close(toChild[0])
        close(fromChild[1])
        self.process = process
        (input, output) = (toChild[1], fromChild[0])
        _ = fcntl(toChild[1], F_SETFL, O_NONBLOCK)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit {
        // A mistake was found meanwhile.
        if !hasEnded {
            signal(SIGKILL)
            _ = end()
        }
        closeInput()
        close(output)
    }

    /// Ends the standard input.
    func closeInput() {
        if let input { close(input) }
        input = nil
    }

    /// Queues bytes for the standard input.
    func send(_ bytes: [UInt8]) { unsent += bytes }

    /// Exchanges bytes with the child for some time, or until it writes.
    ///
    /// - Parameter milliseconds: The longest time to wait.
    /// - Returns: The lines that the child has written.
    func exchange(milliseconds: Int) -> [[UInt8]] {
        var descriptors = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
        if let input, !unsent.isEmpty { descriptors.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        guard poll(&descriptors, nfds_t(descriptors.count), CInt(milliseconds)) > 0 else { return [] }
        if let input, descriptors.count > 1, descriptors[1].revents != 0 {
            let count = unsent.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            // A child that has gone takes nothing; its end is noticed elsewhere.
            if count > 0 { unsent.removeFirst(count) } else if errno == EPIPE { unsent = [] }
        }
        guard descriptors[0].revents != 0 else { return [] }
        return rest(limit: 1)
    }

    /// The output of the child, up to a number of portions.
    private func rest(limit: Int) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<limit {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { hasClosedOutput = true }
            guard count > 0 else { break }
            found += lines.split(buffer[..<count])
        }
        return found
    }

    func signal(_ signal: CInt) { kill(process, signal) }

    /// Waits for the end of the child.
    ///
    /// - Returns: How it has ended, and the lines that were in the pipe.
    func end() -> (Ending, [[UInt8]]) {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        let signal = status & 0x7F
        return (signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal), rest(limit: .max))
    }

    /// How a process has ended.
    enum Ending: Hashable {
        case exited(CInt)
        case killed(CInt)
    }
}

/// A failed call of the operating system.
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(_ action: String, _ code: CInt = errno) {
        description = "cannot \(action): \(String(cString: strerror(code)))"
    }
}
