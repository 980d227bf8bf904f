extension LoadingList.OpenFolder {
    /// Reads the folder.
    ///
    /// Reading waits for each report to be taken in. Between two entries it looks whether it has been cancelled.
    ///
    /// - Parameters:
    ///   - folder: What the user calls it.
    ///   - reportInterval: How many entries are read between two reports.
    ///   - report: Told how far the reading has come, now and then.
    /// - Returns: The entries in the order of their names.
    func listing(
        called folder: String, reportInterval: Int,
        report: @Sendable (LoadingList.Progress) async throws -> Void
    ) async throws -> LoadingList.Listing {
        let names = try sortedNames(called: folder)
        var entries: [LoadingList.Entry] = []
        entries.reserveCapacity(names.count)
        for name in names {
            try Task.checkCancellation()
            entries.append(entry(name))
            if entries.count.isMultiple(of: reportInterval), entries.count < names.count {
                try await report(LoadingList.Progress(completed: entries.count, total: names.count))
            }
        }
        return LoadingList.Listing(folder: folder, entries: entries)
    }

    private func sortedNames(called folder: String) throws -> [LoadingList.FileName] {
        do {
            return try names().map { (name: $0, text: $0.text) }.sorted { $0.text < $1.text }.map(\.name)
        } catch let error as LoadingList.SystemError {
            throw LoadingList.DirectoryError(error, at: folder)
        }
    }
}
