import Foundation
import LoadingList
import Terminal

/// A listing as text in columns.
struct ListingTable {
    let listing: LoadingList.Listing
    let timeZone: TimeZone

    init(_ listing: LoadingList.Listing, timeZone: TimeZone = .current) {
        self.listing = listing
        self.timeZone = timeZone
    }

    var count: String {
        switch listing.entries.count {
        case 0: "no entries"
        case 1: "1 entry"
        case let count: "\(count) entries"
        }
    }

    var lines: [Line] {
        let folder = LoadingList.FolderName(listing.folder).heading
        guard !listing.entries.isEmpty else { return [Line("\(folder) is empty.")] }
        return [Line("\(folder): \(count)", .heading), Line(row("Size", "Modified", "Name"), .faint)]
            + listing.entries.map { Line(row(size(of: $0), modified(of: $0), name(of: $0))) }
    }

    private func row(_ size: String, _ modified: String, _ name: String) -> String {
        "  " + String(repeating: " ", count: max(0, 8 - size.count)) + size + "  "
            + modified + String(repeating: " ", count: max(0, 16 - modified.count)) + "  " + name
    }

    private func name(of entry: LoadingList.Entry) -> String {
        switch entry.kind {
        case .folder: entry.name + "/"
        case .link: entry.name + "@"
        case .file, .other: entry.name
        }
    }

    private func size(of entry: LoadingList.Entry) -> String {
        entry.size.map(LoadingList.sizeText) ?? "-"
    }

    private func modified(of entry: LoadingList.Entry) -> String {
        guard let modified = entry.modified else { return "-" }
        let text = modified.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
                .year().month().day().time(includingFractionalSeconds: false))
        return String(text.prefix(16))
    }
}
