/// The answer of a bank to a request, decided by a seed, so that a story can be told twice.
public enum BankMood: Hashable, Sendable {
    /// It answers.
    case answers
    /// It refuses the charge.
    case declines
    /// The request does not reach it.
    case isUnreachable
    /// It charges the card and never answers.
    case chargesSilently
    /// It never answers.
    case isSilent
    /// Its answer makes no sense.
    case babbles

    /// The mood for a request.
    ///
    /// - Parameters:
    ///   - seed: The seed of the bank.
    ///   - request: The key of the request.
    ///   - count: How often it was made, this time included.
    public static func mood(seed: UInt64, request: String, count: Int) -> BankMood {
        switch draw(seed, request, count) % 100 {
        case 0..<15: .isUnreachable
        case 15..<22: .isSilent
        case 22..<29: .chargesSilently
        case 29..<36: .babbles
        case 36..<46: .declines
        case _: .answers
        }
    }

    /// A number made of a seed and a request, the same in each process (FNV-1a, then the finisher of SplitMix64).
    private static func draw(_ seed: UInt64, _ request: String, _ count: Int) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(seed)/\(request)/\(count)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
