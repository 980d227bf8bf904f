import LoadingList
import WebHost

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadingList.Entry {
    /// One entry of a folder.
    ///
    /// - Parameter key: Tells it from the others.
    func row(key: String) -> Element {
        Element(.li, key: key) {
            Element(.span, .class("icon \(kind.word)"), .role("img"), .aria(.label, kind.word.capitalizedFirst))
            Element(.span, .class("name"), .dir(.auto)) { name }
            Element(.span, .class("size")) { size.map(Self.size) ?? "" }
            if let modified {
                let text = modified.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
                Element(.time, .datetime(text + "Z")) { String(text.prefix(16)).replacing("T", with: " ") }
            }
        }
    }

    /// A number of bytes with a unit, in at most one place behind the point.
    static func size(_ size: Int) -> String {
        guard size >= 1000 else { return "\(size) B" }
        let units = ["kB", "MB", "GB", "TB", "PB"]
        var value = Double(size) / 1000
        var unit = 0
        // A value that would be shown as 1000.0 belongs to the next unit.
        while value >= 999.95, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension LoadingList.Entry.Kind {
    fileprivate var word: String {
        switch self {
        case .file: "file"
        case .folder: "folder"
        case .link: "link"
        case .other: "other"
        }
    }
}
