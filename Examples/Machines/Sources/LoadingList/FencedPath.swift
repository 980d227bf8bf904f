extension LoadingList {
    /// The way from a root to a folder below it, derived only from the typed text.
    ///
    /// It works on bytes: a letter may combine a “/” with the accent that follows it, and the file system has no
    /// letters.
    struct FencedPath {
        /// The names on the way, each within the folder before; none is “.” or “..”.
        let names: [FileName]

        /// Finds the way.
        ///
        /// - Parameters:
        ///   - typed: A path that begins at the root, or an absolute one that leads through it.
        ///   - root: The absolute path of the root.
        /// - Throws: ``DirectoryError/outsideRoot(_:)`` if the way leaves the root, even if it returns, and
        ///   ``DirectoryError/noSuchFolderInRoot(_:)`` if it contains what no name can contain.
        init(_ typed: String, below root: String) throws(DirectoryError) {
            var parts = Self.parts(of: typed)
            if typed.utf8.first == Self.slash {
                let fence = Self.parts(of: root)
                guard parts.starts(with: fence, by: { $0.elementsEqual($1) }) else { throw .outsideRoot(typed) }
                parts.removeFirst(fence.count)
            }
            var names: [FileName] = []
            for part in parts {
                if part.elementsEqual("..".utf8) {
                    guard names.popLast() != nil else { throw .outsideRoot(typed) }
                } else {
                    guard let name = FileName(part) else { throw .noSuchFolderInRoot(typed) }
                    names.append(name)
                }
            }
            self.names = names
        }

        /// The first names on the way, as readable text.
        func text(through last: Int) -> String { names[...last].map(\.text).joined(separator: "/") }

        private static let slash = UInt8(ascii: "/")

        /// The parts between the slashes, without those that lead nowhere.
        private static func parts(of path: String) -> [Substring.UTF8View] {
            path.utf8.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
        }
    }
}
