extension LoadingList {
    /// The name of an entry of a folder, byte for byte as the file system spells it.
    ///
    /// A name cannot lead elsewhere: it contains no “/” and no NUL byte, at which the operating system would cut it
    /// off.
    struct FileName {
        /// The bytes followed by a NUL, as functions of the operating system expect them.
        let spelling: [CChar]

        init?(_ bytes: some Sequence<UInt8>) {
            var spelling: [CChar] = []
            for byte in bytes {
                guard byte != 0, byte != UInt8(ascii: "/") else { return nil }
                // The signedness of `char` in C depends on the machine.
                spelling.append(CChar(truncatingIfNeeded: byte))
            }
            guard !spelling.isEmpty else { return nil }
            self.spelling = spelling + [0]
        }

        /// The name as readable text: invalid UTF-8 is repaired, everything else is kept.
        var text: String {
            String(decoding: spelling.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        }
    }
}
