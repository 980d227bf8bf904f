#if Inspector
    public import Foundation
    import NIOCore
    import NIOPosix
    import Oak
    import OakText
    import OakWeb
    import Synchronization

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension Inspector {
        /// Listens for programs elsewhere, whose machines appear on the page among those of this program, until
        /// ``stop()``.
        ///
        /// A program has to know the token at the end of the address. Its reports are shown as text, and it can do
        /// nothing else. The connection is not encrypted: on a network that others use, let a tunnel carry it.
        ///
        /// - Parameters:
        ///   - host: The name or address of this computer on which it listens. Only programs on this computer reach
        ///     `localhost`; `0.0.0.0` is reached from everywhere.
        ///   - port: The port; 0 for any free one.
        /// - Returns: The address for ``report(to:as:)``, with the name of the host as given.
        /// - Throws: `ListeningError` if it cannot listen; ``InspectorError/alreadyListening``.
        @discardableResult
        public func listen(on host: String = "localhost", port: Int = 0) async throws -> String {
            guard listener.withLock({ $0 == nil }) else { throw InspectorError.alreadyListening }
            let server = try await bind(host, port)
            let place = ReportAddress(
                host: host, port: server.channel.localAddress?.port ?? port, token: randomToken())
            let open = OpenConnections()
            let task = Task { [ledger] in
                try await server.executeThenClose { connections in
                    await withDiscardingTaskGroup { group in
                        do {
                            for try await connection in connections {
                                group.addTask {
                                    defer { open.leave() }
                                    guard open.enter() else { return await Self.turnAway(connection) }
                                    await Self.serve(connection, at: place, ledger)
                                }
                            }
                        } catch {}
                        group.cancelAll()
                    }
                }
            }
            try keep(task, in: listener, otherwise: .alreadyListening)
            return "\(place)"
        }

        private func bind(
            _ host: String, _ port: Int
        ) async throws(ListeningError) -> NIOAsyncChannel<LineChannel, Never> {
            guard (0...65535).contains(port) else { throw .noSuchPort(port) }
            do {
                return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.socketOption(.so_keepalive), value: 1)
                    .bind(host: host, port: port) { channel in
                        channel.eventLoop.makeCompletedFuture { try LineChannel.over(channel) }
                    }
            } catch {
                throw ListeningError(error, host: host, port: port)
            }
        }

        /// Ends a connection beyond the limit, which may have no token.
        private static func turnAway(_ channel: LineChannel) async {
            try? await channel.executeThenClose { _, outbound in
                try await outbound.write(line: Welcome(refused: "Too many programs are connected."))
            }
        }

        /// Serves a program until it leaves.
        private static func serve(_ channel: LineChannel, at place: ReportAddress, _ ledger: Ledger) async {
            // Otherwise, a connection that says nothing would stay.
            let limit = channel.channel.eventLoop.scheduleTask(in: .seconds(10)) { [channel = channel.channel] in
                channel.close(promise: nil)
            }
            // Throws if the connection is lost.
            try? await channel.executeThenClose { inbound, outbound in
                var lines = inbound.makeAsyncIterator()
                guard let first = try await lines.next() else { return }
                limit.cancel()
                let greeting = try? first.decoded(as: TraceGreeting.self)
                if let reason = place.objection(to: greeting) {
                    return try await outbound.write(line: Welcome(refused: reason))
                }
                try await outbound.write(line: Welcome())
                guard let greeting else { return }
                var runs = RemoteRuns(of: greeting.program, in: ledger)
                defer { runs.end() }
                var reader = ReportReader(after: greeting)
                while let line = try await lines.next() {
                    guard let reports = try? reader.reports(of: Data(line.readableBytesView)) else {
                        return try await outbound.write(line: Welcome(refused: "A line is no report."))
                    }
                    for report in reports { runs.take(report) }
                }
            }
            limit.cancel()
        }

        /// Opens a trace that was stored from the page, or as a program has reported it: its runs appear on the page.
        ///
        /// A trace may end in the middle of a line, because its program has ended there.
        ///
        /// - Parameter trace: The lines of the trace.
        /// - Throws: ``InspectorError/unreadableTrace(line:_:)``.
        public func open(_ trace: Data) throws(InspectorError) {
            var (runs, reader): (RemoteRuns?, ReportReader?)
            defer { runs?.end() }
            for (number, line) in trace.split(separator: UInt8(ascii: "\n")).enumerated() {
                do {
                    if runs == nil {
                        let greeting = try JSONDecoder().decode(TraceGreeting.self, from: Data(line))
                        if let reason = greeting.objection { throw InspectorError.unreadableTrace(line: 1, reason) }
                        runs = RemoteRuns(of: greeting.program, in: ledger)
                        reader = ReportReader(after: greeting)
                    } else {
                        for report in try reader?.reports(of: Data(line)) ?? [] { runs?.take(report) }
                    }
                } catch let error as InspectorError {
                    throw error
                } catch {
                    // Its runs are shown as lost.
                    if runs != nil, line.endIndex == trace.endIndex { return }
                    throw .unreadableTrace(line: number + 1, "It is no line of a trace.")
                }
            }
            if runs == nil { throw .unreadableTrace(line: 1, "It is empty.") }
        }

        // MARK: Reporting

        /// Reports all machines to an inspector elsewhere, until the task is cancelled.
        ///
        /// For a program that cannot serve a page, such as one on a phone: `oak-inspector --listen` on another
        /// computer, or ``listen(on:port:)`` in a program, shows its machines. While the program is connected, its
        /// machines are watched. Hidden values do not leave the program. A connection that is lost, or that cannot be
        /// made, is tried again every two seconds; standard error tells of it once.
        ///
        /// ```swift
        /// func report(_ inspector: Inspector, to address: String) async throws {
        ///     let reporting = Task { try await inspector.report(to: address, as: "shop") }
        ///     defer { reporting.cancel() }
        ///     let counter = TransducerHost(
        ///         of: Counter.self, initialState: Counter.State(), observer: inspector.watch("counter"))
        ///     print("The last count is \(try await counter.value).")
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - address: The address that the listener has printed, such as `desk.local:49152/4f2a…`.
        ///   - program: The name of the program on the page.
        /// - Throws: ``InspectorError/unusableAddress(_:)``; ``InspectorError/refused(_:)`` for a wrong token or
        ///   version; `CancellationError`.
        public func report(to address: String, as program: String) async throws {
            guard let place = ReportAddress(address) else { throw InspectorError.unusableAddress(address) }
            var isTold = false
            while true {
                do {
                    try await report(to: place, as: program) { isTold = false }
                } catch let error as InspectorError {
                    throw error
                } catch {
                    try Task.checkCancellation()
                    if !isTold {
                        let line = "The inspector at \(place.host):\(place.port) cannot be reached; trying again. "
                        FileHandle.standardError.write(Data("\(line)\(error)\n".utf8))
                        isTold = true
                    }
                }
                try await ledger.sleep(.seconds(2))
            }
        }

        /// Reports until the connection ends.
        private func report(
            to place: ReportAddress, as program: String, whenConnected: () -> Void
        ) async throws {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(10))
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: place.host, port: place.port) { channel in
                    channel.eventLoop.makeCompletedFuture { try LineChannel.over(channel) }
                }
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(line: TraceGreeting(program: program, token: place.token))
                var answers = inbound.makeAsyncIterator()
                guard let answer = try await answers.next() else { throw ChannelError.inputClosed }
                if let reason = try answer.decoded(as: Welcome.self).refused { throw InspectorError.refused(reason) }
                whenConnected()
                try await report(to: outbound, until: inbound)
            }
        }

        private func report(
            to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
            until inbound: NIOAsyncChannelInboundStream<ByteBuffer>
        ) async throws {
            let queue = ReportQueue()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [ledger] in try await ledger.report { queue.put($0) } }
                group.addTask {
                    for await _ in queue.signs {
                        var reports = queue.takeAll()[...]
                        while !reports.isEmpty {
                            var lines = ByteBuffer()
                            for report in reports.prefix(500) { try lines.write(line: report) }
                            try await outbound.write(lines)
                            reports = reports.dropFirst(500)
                        }
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// The number of connections, most of which may be those of strangers.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private final class OpenConnections: Sendable {
        private static let limit = 256
        private let count = Atomic(0)

        /// - Returns: Whether there is a place.
        func enter() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.limit }

        func leave() { count.subtract(1, ordering: .relaxed) }
    }

    extension ReportAddress {
        /// The reason why a program may not connect.
        fileprivate func objection(to greeting: TraceGreeting?) -> String? {
            guard let greeting else { return "The first line is no greeting." }
            guard let token = greeting.token, isToken(token) else {
                return "The token is wrong. It is at the end of the address that the listener has printed."
            }
            return greeting.objection
        }
    }

    extension TraceGreeting {
        /// The reason why its program or trace cannot be understood.
        fileprivate var objection: String? {
            if oak == TraceGreeting.version { return nil }
            return """
                It has version \(oak) of the format, and this inspector reads version \(TraceGreeting.version). \
                Use the same version of Oak on both sides.
                """
        }
    }

    /// Divides bytes into lines.
    struct LineDecoder: NIOSingleStepByteToMessageDecoder {
        typealias InboundOut = ByteBuffer

        /// The greatest length of a line, in bytes.
        static let limit = 4 << 20

        func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
            guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = buffer.readSlice(length: end - buffer.readerIndex)
            buffer.moveReaderIndex(forwardBy: 1)
            return line
        }

        func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? { try decode(buffer: &buffer) }
    }

    extension ByteBuffer {
        /// Appends a value as a line.
        mutating func write(line value: some Encodable) throws {
            writeBytes(try JSONEncoder().encode(value))
            writeInteger(UInt8(ascii: "\n"))
        }

        /// The value of a line.
        func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
            try JSONDecoder().decode(type, from: Data(readableBytesView))
        }
    }

    extension NIOAsyncChannelOutboundWriter<ByteBuffer> {
        /// Writes a value as a line.
        func write(line value: some Encodable) async throws {
            var line = ByteBuffer()
            try line.write(line: value)
            try await write(line)
        }
    }

    /// The lines of a connection.
    typealias LineChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    extension LineChannel {
        /// The lines of a channel, from its event loop.
        static func over(_ channel: any Channel) throws -> LineChannel {
            try channel.pipeline.syncOperations.addHandler(
                ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.limit))
            return try LineChannel(wrappingChannelSynchronously: channel)
        }
    }
#endif
