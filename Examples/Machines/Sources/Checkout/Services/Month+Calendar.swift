#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Month {
    /// The current month of the calendar.
    public static var current: Month {
        let now = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
        return Month(now.month ?? 1, of: now.year ?? 1)
    }
}
