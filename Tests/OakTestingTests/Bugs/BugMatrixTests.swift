import Testing

/// Twenty bugs of ten kinds, and the tools that find each of them.
///
/// The article about the tools has this table.
@Suite("Which tool finds which bug")
struct BugMatrixTests {
    private func rows<Machine: Breakable>(of machine: Machine.Type) async -> [(kind: BugKind, row: String)] {
        var rows: [(kind: BugKind, row: String)] = []
        for bug in Machine.Bug.allCases {
            let finders = await Finders(of: bug, in: machine)
            rows.append((Machine.kind(of: bug), "\(bug): \(finders)"))
        }
        return rows
    }

    @Test func print() async {
        let rows = await rows(of: Finder.self) + rows(of: Uploader.self) + rows(of: Desk.self)
        for kind in BugKind.allCases { for row in rows where row.kind == kind { Swift.print(kind, row.row) } }
        Swift.print(
            await Finders(of: nil, in: Finder.self), await Finders(of: nil, in: Uploader.self),
            await Finders(of: nil, in: Desk.self))
    }
}
