import Foundation

extension Folders {
    /// Copies a document chunk by chunk. The copy gets its name when it is complete: the shelf never has a part of it.
    @concurrent
    func download(_ id: Document.ID, clock: any Clock<Duration>, report: Services.Report) async throws {
        try await explaining("“\(id)” cannot be copied") {
            let origin = try Self.file(id, in: catalogue)
            try FileManager.default.createDirectory(at: shelf, withIntermediateDirectories: true)
            let part = shelf.appendingPathComponent(".\(UUID().uuidString).part")
            defer { try? FileManager.default.removeItem(at: part) }
            try Data().write(to: part)
            let (source, target) = (try FileHandle(forReadingFrom: origin), try FileHandle(forWritingTo: part))
            let size = try source.seekToEnd()
            try source.seek(toOffset: 0)
            var copied = 0
            while let bytes = try source.read(upToCount: chunk), !bytes.isEmpty {
                try target.write(contentsOf: bytes)
                copied += bytes.count
                try await report(min(1, Double(copied) / Double(max(1, size))))
                try await clock.sleep(for: pause)
            }
            try target.close()
            let place = shelf.appendingPathComponent(id)
            // The earlier copy, if there is one, is on the shelf until the new one is.
            if FileManager.default.fileExists(atPath: place.path) {
                _ = try FileManager.default.replaceItemAt(place, withItemAt: part)
            } else {
                try FileManager.default.moveItem(at: part, to: place)
            }
        }
    }
}
