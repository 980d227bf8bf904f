#if Postgres
    import CLibpq
    import Dispatch
    import Foundation

    /// The socket of a connection.
    struct PostgresSocket {
        let descriptor: CInt

        init(_ connection: OpaquePointer) { descriptor = PQsocket(connection) }

        /// Whether there is something to read, or the end.
        var isReadable: Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }

        /// Waits until there is something to read, or until the socket takes something to write as well.
        ///
        /// - Throws: ``PostgresFailure`` at the limit.
        func wait(orToWrite: Bool = false, until limit: DispatchTime) throws {
            var entry = pollfd(fd: descriptor, events: Int16(orToWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
            while true {
                let now = DispatchTime.now().uptimeNanoseconds
                guard limit.uptimeNanoseconds > now else {
                    throw PostgresFailure(state: nil, message: "The server has not answered in time")
                }
                let milliseconds = (limit.uptimeNanoseconds - now) / 1_000_000 + 1
                let count = poll(&entry, 1, CInt(clamping: milliseconds))
                if count > 0 { return }
                if count < 0, errno != EINTR {
                    throw PostgresFailure(state: nil, message: String(cString: strerror(errno)))
                }
            }
        }

        /// Calls a function on a queue each time when something can be read, until the source is cancelled.
        func whenReadable(on queue: DispatchQueue, _ body: @escaping () -> Void) -> (any DispatchSourceRead)? {
            // A copy: libpq closes its own at any time.
            let copy = dup(descriptor)
            guard copy >= 0 else { return nil }
            let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
            source.setEventHandler(handler: body)
            source.setCancelHandler { close(copy) }
            source.resume()
            return source
        }
    }
#endif
