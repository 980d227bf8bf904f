#if Postgres
    import Foundation

    /// Passes bytes on between programs and a server, and cuts each connection after a random number of them.
    final class CuttingProxy: @unchecked Sendable {
        /// The port at which programs connect.
        let port: Int
        private let server: Int
        private let listener: CInt
        private let lock = NSLock()
        private var random: SeededRandom
        private var count = 0

        /// The connections that were cut.
        var cuts: Int { lock.withLock { count } }

        /// Begins to listen.
        ///
        /// - Parameters:
        ///   - server: The port of the server on this machine.
        ///   - seed: Decides when connections are cut.
        init(to server: Int, seed: UInt64) throws {
            self.server = server
            random = SeededRandom(seed: seed)
            let listener = try Self.socket()
            self.listener = listener
            var address = Self.address(port: 0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                        && getsockname(listener, $0, &length) == 0
                }
            }
            guard isBound else { throw SystemError("listen") }
            port = Int(UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread { [self] in accept() }
        }

        private static func socket() throws -> CInt {
            #if canImport(Darwin)
                let descriptor = Foundation.socket(AF_INET, SOCK_STREAM, 0)
            #else
                let descriptor = Foundation.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            #endif
            guard descriptor >= 0 else { throw SystemError("make a socket") }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }

        private static func address(port: Int) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = UInt16(port).bigEndian
            return address
        }

        private func accept() {
            while true {
                let program = Foundation.accept(listener, nil, nil)
                guard program >= 0 else { continue }
                _ = fcntl(program, F_SETFD, FD_CLOEXEC)
                // Some are cut while they are made, most later.
                let budget = lock.withLock {
                    Int.random(in: 0..<100, using: &random) < 5
                        ? Int.random(in: 1...2_000, using: &random) : Int.random(in: 5_000...2_000_000, using: &random)
                }
                Thread.detachNewThread { [self] in pass(program, budget) }
            }
        }

        private func pass(_ program: CInt, _ budget: Int) {
            defer { close(program) }
            guard let target = try? Self.socket() else { return }
            defer { close(target) }
            var address = Self.address(port: server)
            let isConnected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(target, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else { return }
            // A thread for each direction: neither side may have to wait for the other.
            let left = Budget(budget)
            let back = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self] in
                pass(from: target, to: program, left)
                back.signal()
            }
            pass(from: program, to: target, left)
            back.wait()
        }

        private func pass(from source: CInt, to target: CInt, _ left: Budget) {
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while case let received = read(source, &buffer, buffer.count), received > 0 {
                let count = left.take(received)
                var sent = 0
                while sent < count {
                    let step = buffer.withUnsafeBytes {
                        write(target, $0.baseAddress?.advanced(by: sent), count - sent)
                    }
                    if step <= 0 { break }
                    sent += step
                }
                if count < received { lock.withLock { self.count += 1 } }
                if count < received || sent < count { break }
            }
            // Ends the other direction, too.
            for descriptor in [source, target] { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
    }

    /// The bytes that a connection may still pass on.
    private final class Budget: @unchecked Sendable {
        private let lock = NSLock()
        private var left: Int

        init(_ bytes: Int) { left = bytes }

        func take(_ count: Int) -> Int {
            lock.withLock {
                let taken = min(count, left)
                left -= taken
                return taken
            }
        }
    }
#endif
