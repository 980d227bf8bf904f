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
    private var cut: Cut
    private var position = 0
    private var proposed = 0
    private var hasShrunk = false

    /// The maximum number of pairs to try: all pairs of a list of a hundred elements, and the close ones of a longer
    /// list.
    private static var pairLimit: Int { 10_000 }

    /// Starts with a failing list.
    init(_ failing: [Element]) {
        best = failing
        cut = .piece(length: max(1, failing.count / 2))
    }

    /// The next list to try, or `nil` when neither one element nor two can be removed.
    mutating func next() -> [Element]? {
        while position >= cut.positions(in: best.count) {
            guard let following = followingCut() else { return nil }
            cut = following
            position = 0
        }
        proposed = position
        position += cut.stride
        return cut.applied(to: best, at: proposed)
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
        best = cut.applied(to: best, at: proposed)
        position = proposed
        hasShrunk = true
    }

    /// After each success, single elements are tried again before pairs, because there are fewer of them.
    private mutating func followingCut() -> Cut? {
        switch cut {
        case .piece(let length) where length > 1:
            return .piece(length: length / 2)
        case .piece where hasShrunk, .pair where hasShrunk:
            hasShrunk = false
            return .piece(length: 1)
        case .piece:
            return .pair(distance: 1)
        case .pair(let distance):
            let isPossible = distance + 1 < best.count && (distance + 1) * best.count <= Self.pairLimit
            return isPossible ? .pair(distance: distance + 1) : nil
        }
    }
}

/// Elements of a list that are removed together.
private enum Cut {
    /// Neighbouring elements.
    case piece(length: Int)
    /// Two elements at a distance.
    case pair(distance: Int)

    /// The distance from one place to the next.
    var stride: Int {
        switch self {
        case .piece(let length): length
        case .pair: 1
        }
    }

    /// The number of places for the first removed element.
    func positions(in count: Int) -> Int {
        switch self {
        case .piece: count
        case .pair(let distance): count - distance
        }
    }

    /// The list without the elements.
    func applied<Element>(to elements: [Element], at position: Int) -> [Element] {
        var rest = elements
        switch self {
        case .piece(let length):
            rest.removeSubrange(position..<min(position + length, rest.count))
        case .pair(let distance):
            rest.remove(at: position + distance)
            rest.remove(at: position)
        }
        return rest
    }
}
