/// Searches for a shorter list that shows the same failure.
///
/// It proposes lists; the caller tries them and accepts those that still fail:
///
///     var shrinker = ListShrinker(failing)
///     while let candidate = shrinker.next() {
///         if fails(candidate) { shrinker.accept() }
///     }
///     return shrinker.best
///
/// The algorithm is delta debugging (Zeller, Hildebrandt: "Simplifying and isolating failure-inducing input", IEEE TSE
/// 28(2), 2002) without its first half: it removes pieces, large ones first, until no single element can be removed.
/// Then it tries pairs, neighbours first: two events that undo each other, such as the events of a toggle, can only be
/// removed together.
struct ListShrinker<Element> {
    /// The shortest failing list so far.
    private(set) var best: [Element]
    /// The number of neighbouring elements to remove.
    private var length: Int
    /// The distance to one more element to remove; zero if there is none.
    private var distance = 0
    private var position = 0
    private var proposed = 0
    private var hasShrunk = false

    /// The maximum number of pairs to try: all pairs of a list of a hundred elements, and the close ones of a longer
    /// list.
    private static var pairLimit: Int { 10_000 }

    /// Starts with a failing list.
    init(_ failing: [Element]) {
        best = failing
        length = max(1, failing.count / 2)
    }

    /// The next list to try, or `nil` when neither one element nor two can be removed.
    mutating func next() -> [Element]? {
        while position >= best.count - distance {
            guard chooseNextCut() else { return nil }
            position = 0
        }
        proposed = position
        position += length
        return candidate
    }

    private var candidate: [Element] {
        var rest = best
        if distance > 0 { rest.remove(at: proposed + distance) }
        rest.removeSubrange(proposed..<min(proposed + length, rest.count))
        return rest
    }

    /// The failure of the shortest list that still fails.
    ///
    /// - Parameters:
    ///   - failure: The failure of the whole list.
    ///   - list: The list.
    ///   - attempt: Returns the failure of a list, or `nil` if it does not fail.
    static func smallest<Failure>(
        of failure: Failure, _ list: [Element], by attempt: ([Element]) -> Failure?
    ) -> Failure {
        var (best, shrinker) = (failure, ListShrinker(list))
        while let candidate = shrinker.next() {
            guard let smaller = attempt(candidate) else { continue }
            shrinker.accept()
            best = smaller
        }
        return best
    }

    /// Accepts the list proposed last, which fails as well.
    mutating func accept() {
        best = candidate
        position = proposed
        hasShrunk = true
    }

    /// Goes on to smaller pieces, and then to pairs; after each success, single elements are tried again before pairs,
    /// because there are fewer of them.
    ///
    /// - Returns: Whether anything is left to try.
    private mutating func chooseNextCut() -> Bool {
        if length > 1 {
            length /= 2
        } else if hasShrunk {
            (distance, hasShrunk) = (0, false)
        } else if distance == 0 || distance + 1 < best.count && (distance + 1) * best.count <= Self.pairLimit {
            distance += 1
        } else {
            return false
        }
        return true
    }
}
