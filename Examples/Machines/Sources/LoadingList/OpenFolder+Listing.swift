extension LoadingList.OpenFolder {
    /// Reads the folder.
    ///
    /// Reading waits until each report has been received. Between two entries it checks for cancellation.
    ///
    /// - Parameters:
    ///   - folder: The name of the folder for the user.
    ///   - reportInterval: The number of entries read between two reports.
    ///   - report: Receives the progress, now and then.
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
