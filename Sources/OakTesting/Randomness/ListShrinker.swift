/// Looks for a shorter list that shows the same failure.
///
/// It proposes lists; whoever uses it tries them and accepts those that still fail:
///
///     var shrinker = ListShrinker(failing)
///     while let candidate = shrinker.next() {
///         if fails(candidate) { shrinker.accept() }
///     }
///     return shrinker.best
///
/// The algorithm is delta debugging (Zeller, Hildebrandt: "Simplifying and isolating failure-inducing input", IEEE TSE 28(2),
/// 2002) without its first half: pieces are left out, large ones first, until none of a single element can be.
struct ListShrinker<Element> {
    /// The shortest list so far that fails.
    private(set) var best: [Element]
    private var length: Int
    private var position = 0
    private var hasShrunk = false

    /// Starts with a list that fails.
    init(_ failing: [Element]) {
        best = failing
        length = max(1, failing.count / 2)
    }

    private var candidate: [Element] {
        var elements = best
        elements.removeSubrange(position..<min(position + length, elements.count))
        return elements
    }

    /// The next list to try, or `nil` when nothing more can be left out.
    mutating func next() -> [Element]? {
        if position >= best.count {
            guard !best.isEmpty, length > 1 || hasShrunk else { return nil }
            if length == 1 { hasShrunk = false } else { length = max(1, length / 2) }
            position = 0
        }
        defer { position += length }
        return candidate
    }

    /// Takes over the list proposed last: it fails as well.
    mutating func accept() {
        position -= length
        best = candidate
        hasShrunk = true
    }
}
