extension LoadingList {
    /// The name of something within a folder, byte for byte as the file system spells it.
    ///
    /// A name leads nowhere else: it holds no “/” and no NUL byte, at which the operating system would cut it off.
    struct FileName {
        /// The bytes with a NUL behind them, as functions of the operating system take them.
        let spelling: [CChar]

        init?(_ bytes: some Sequence<UInt8>) {
            var spelling: [CChar] = []
            for byte in bytes {
                guard byte != 0, byte != UInt8(ascii: "/") else { return nil }
                // Whether a character of C has a sign depends on the machine.
                spelling.append(CChar(truncatingIfNeeded: byte))
            }
            guard !spelling.isEmpty else { return nil }
            self.spelling = spelling + [0]
        }

        /// The name for a reader: what is no UTF-8 is repaired, everything else is kept.
        var text: String {
            String(decoding: spelling.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        }
    }
}
