import Foundation
import LoadingList
import Terminal
import Testing

@testable import LoadingListTerminal

@Suite("A listing as text")
struct ListingTableTests {
    func lines(_ entries: [LoadingList.Entry]) -> [String] {
        ListingTable(LoadingList.Listing(folder: "/x", entries: entries), timeZone: .gmt).lines.map(\.text)
    }

    @Test("Columns are aligned, and the names show the kinds of the entries")
    func columns() {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        let lines = lines([
            LoadingList.Entry(name: "bin", kind: .folder, modified: date),
            LoadingList.Entry(name: "a b", kind: .file, size: 123_456, modified: date),
            LoadingList.Entry(name: "l", kind: .link),
            LoadingList.Entry(name: "socket", kind: .other),
        ])
        #expect(
            lines == [
                "/x: 4 entries",
                "      Size  Modified          Name",
                "         -  2001-09-09 01:46  bin/",
                "  123.5 kB  2001-09-09 01:46  a b",
                "         -  -                 l@",
                "         -  -                 socket",
            ])
    }

    @Test(
        "Sizes have one decimal and at most three digits before the point",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1250, "1.3 kB"), (999_949, "999.9 kB"),
            (999_950, "1.0 MB"), (5_000_000_000, "5.0 GB"), (Int.max, "9223.4 PB"),
        ])
    func sizes(size: Int, text: String) {
        let line = lines([LoadingList.Entry(name: "f", kind: .file, size: size)]).last
        #expect(line?.dropFirst(2).prefix { $0 != "f" }.contains(text) == true)
    }

    @Test("An empty folder is reported as empty")
    func empty() {
        #expect(lines([]) == ["/x is empty."])
    }
}
