import LoadingList
import OakWeb

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadingList.Entry {
    /// One entry of a folder.
    ///
    /// - Parameter key: Identifies it among the others.
    func row(key: String) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: key) {
            Element(.span, .class("icon \(kind.word)"), .role("img"), .aria(.label, kind.word.capitalizedFirst))
            Element(.span, .class("name"), .dir(.auto)) { name }
            Element(.span, .class("size")) { size.map(LoadingList.sizeText) ?? "" }
            if let modified {
                let text = modified.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
                Element(.time, .datetime(text + "Z")) { String(text.prefix(16)).replacing("T", with: " ") }
            }
        }
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
