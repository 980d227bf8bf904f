extension LoadingList {
    /// A number of bytes with a unit and at most one decimal place.
    ///
    /// - Parameter size: The number of bytes.
    /// - Returns: A text such as `647.3 kB`.
    public static func sizeText(_ size: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        var (value, unit) = (Double(size), 0)
        // A value that would be shown as 1000.0 belongs to the next unit.
        while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        return unit == 0 ? "\(size) B" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
