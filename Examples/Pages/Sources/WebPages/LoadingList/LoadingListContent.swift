import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Data {
    /// The maximum number of entries on a page. Browsers get slow with more.
    static let limit = 2000

    /// The contents of a folder.
    var section: Element<Place.Flow> {
        Element(.section, key: "data", .class("data"), .aria(.labelledby, "data-title")) {
            Element(.header, .class("heading")) {
                Element(.div) {
                    Element(.h2, .id("data-title"), .class("path"), .dir(.auto)) {
                        LoadingList.FolderName(listing.folder).heading
                    }
                    Element(.p, .class("hint"), .role("status")) { summary }
                }
                Element(.div, .class("actions")) {
                    ActionButtons(actions: actions, prominence: .plain).html
                }
            }
            if !listing.entries.isEmpty {
                Element(.ul, .class("entries"), .aria(.labelledby, "data-title")) { rows }
            }
        }
    }

    private var summary: String {
        switch listing.entries.count {
        case 0: "This folder is empty."
        case 1: "1 entry"
        case let count where count > Self.limit: "The first \(Self.limit) of \(count) entries"
        case let count: "\(count) entries"
        }
    }

    private var rows: Fragment<Place.Items<Place.Flow>> {
        // Two names that are not UTF-8 may look the same. No name contains a slash.
        var occurrences: [String: Int] = [:]
        return Fragment {
            for entry in listing.entries.prefix(Self.limit) {
                let count = occurrences[entry.name, default: 0]
                let _ = occurrences[entry.name] = count + 1
                entry.row(key: count == 0 ? entry.name : "\(entry.name)/\(count)")
            }
        }
    }
}
