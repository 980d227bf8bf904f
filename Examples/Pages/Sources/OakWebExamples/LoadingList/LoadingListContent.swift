import Foundation
import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Content {
    /// A list, or why there is none.
    var section: Element<Place.Flow> {
        switch self {
        case .empty(let empty): empty.section
        case .data(let data): data.listing.section
        }
    }
}

extension LoadingList.Transducer.State.Empty {
    /// Nothing, with the reason and the remedies.
    fileprivate var section: Element<Place.Flow> {
        Element(.section, key: "empty", .class("empty"), .aria(.labelledby, "empty-title")) {
            Element(.div, .class("emblem"), .aria(.hidden, "true"))
            Element(.h2, .id("empty-title")) { title }
            Element(.p) { description }
            Element(.div, .class("actions")) {
                if failedFolder != nil { LoadingListMessage.retry.button("Retry", .primary) }
                start(failedFolder == nil ? .primary : .plain)
            }
        }
    }
}

extension LoadingList.Listing {
    /// The maximum number of entries on a page. Browsers get slow with more.
    private static let limit = 2000

    /// The contents of a folder.
    fileprivate var section: Element<Place.Flow> {
        list("data", title: LoadingList.FolderName(folder).heading, status: summary, class: "entries") {
            start(.plain)
        } rows: {
            for (number, entry) in entries.prefix(Self.limit).enumerated() { entry.row(number) }
        }
    }

    private var summary: String {
        switch entries.count {
        case 0: "This folder is empty."
        case 1: "1 entry"
        case let count where count > Self.limit: "The first \(Self.limit) of \(count) entries"
        case let count: "\(count) entries"
        }
    }
}

/// The button that asks for a folder. It has a name, because the focus returns to it from dialogs.
private func start(_ prominence: Prominence) -> Element<Place.Phrase> {
    LoadingListMessage.showSheet.button("Start", prominence, .id("start"))
}

extension LoadingList.Entry {
    fileprivate func row(_ number: Int) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: "\(number)") {
            Element(.span, .class("icon \(kind)"), .role("img"), .aria(.label, "\(kind)".capitalizedFirst))
            Element(.span, .class("name"), .dir(.auto)) { name }
            Element(.span, .class("size")) { size.map(LoadingList.sizeText) ?? "" }
            if let modified {
                let text = modified.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
                Element(.time, .datetime(text + "Z")) { String(text.prefix(16)).replacing("T", with: " ") }
            }
        }
    }
}
