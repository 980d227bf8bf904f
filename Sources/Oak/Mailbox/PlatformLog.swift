#if canImport(os)
    import os
#else
    import OakAtomics
#endif

/// The log of the platform, for problems that nobody else would hear of.
package enum PlatformLog {
    /// Receives the lines in place of the log, for a test.
    @TaskLocal package static var substitute: (@Sendable (String) -> Void)?

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - subject: The problem, without data of a user.
    ///   - details: The rest, which may contain data of a user; a log that can hide them does.
    package static func write(_ subject: String, details: String) {
        let (subject, details) = (line(subject), line(details))
        if let substitute { return substitute("\(subject) \(details)") }
        #if canImport(os)
            Logger(subsystem: "Oak", category: "machines").error("\(subject, privacy: .public) \(details)")
        #else
            oak_log("Oak: \(subject) \(details)")
        #endif
    }

    /// A text without line breaks, which may be long but has an end.
    private static func line(_ text: String) -> String {
        let length = 1_000
        let isLong = text.utf8.count > length
        let shown = isLong ? String(decoding: text.utf8.prefix(length), as: UTF8.self) + "…" : text
        return String(shown.map { $0.isNewline ? " " : $0 })
    }
}

/// The rejected events that a mailbox has to log, and has logged.
@usableFromInline struct RejectionLog: OptionSet {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Without an observer, nobody else hears of a rejected event.
    @usableFromInline static var isNeeded: RejectionLog { RejectionLog(rawValue: 1) }
    /// There is an observer, but nobody may hear of a rejected event from it.
    @usableFromInline static var isUnheard: RejectionLog { RejectionLog(rawValue: 8) }
    static var overflow: RejectionLog { RejectionLog(rawValue: 2) }
    static var end: RejectionLog { RejectionLog(rawValue: 4) }

    /// Notes a reason.
    ///
    /// - Returns: Whether to log it: one line for each reason, because a flood would fill the log.
    mutating func note(_ reason: TransducerError) -> Bool {
        contains(.isNeeded) && insert(reason == .bufferOverflow ? .overflow : .end).inserted
    }
}

extension Mailbox {
    /// Logs a rejected event whose sender gets no error, unless an observer hears of it, as it does until the run ends.
    ///
    /// Events that a cancelled operation sends are meant to be silent.
    @usableFromInline func logRejection(of event: Event, because error: any Error) {
        guard let reason = error as? TransducerError,
            withLock({ content in
                // There is no observer before the run.
                if content.phase == .unclaimed { rejectionLog.insert(.isNeeded) }
                let isHeard = content.isObserved && !rejectionLog.contains(.isUnheard)
                return !isHeard && rejectionLog.note(reason)
            })
        else { return }
        PlatformLog.write(
            "\(typeName(Event.self)): an event was rejected.",
            details: "\(nameWithoutValues(of: event)): \(reason) Later rejections for this reason are not logged.")
    }
}
