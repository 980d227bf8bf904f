#if Inspector
    import Foundation
    import NIOCore
    import NIOPosix
    import Oak

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    extension Inspector {
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
        ///     try await counter.value
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
                var greeting = ByteBuffer()
                try greeting.write(line: Greeting(program: program, token: place.token))
                try await outbound.write(greeting)
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
                        for reports in queue.takeAll().pieces(of: 500) {
                            var lines = ByteBuffer()
                            for report in reports { try lines.write(line: report) }
                            try await outbound.write(lines)
                        }
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    extension Array {
        /// Its elements, so many at a time.
        fileprivate func pieces(of length: Int) -> [ArraySlice<Element>] {
            stride(from: 0, to: count, by: length).map { self[$0..<Swift.min($0 + length, count)] }
        }
    }
#endif
