import Foundation

extension Search.Env {
    /// Reads the files of a folder, and of the folders below it.
    static func folder(_ path: String) -> Self {
        Self { text in
            var found: [String] = []
            for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
                try Task.checkCancellation()
                let content = try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
                if let content, content.contains(text) { found.append(name) }
            }
            return found.sorted()
        }
    }
}
