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
/// 2002) without its first half: pieces are left out, large ones first, until none of a single element can be. Then pairs are,
/// neighbours first: two events that undo each other, as those of any toggle do, can only be left out together.
struct ListShrinker<Element> {
    /// The shortest list so far that fails.
    private(set) var best: [Element]
    private var cut: Cut
    private var position = 0
    private var proposed = 0
    private var hasShrunk = false

    /// How many pairs are tried at most: all of a list of a hundred elements, and the close ones of a longer list.
    private static var pairLimit: Int { 10_000 }

    /// Starts with a list that fails.
    init(_ failing: [Element]) {
        best = failing
        cut = .piece(length: max(1, failing.count / 2))
    }

    /// The next list to try, or `nil` when neither one element nor two can be left out any more.
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

    /// Takes over the list proposed last: it fails as well.
    mutating func accept() {
        best = cut.applied(to: best, at: proposed)
        position = proposed
        hasShrunk = true
    }

    /// Every list that has become shorter is first tried without each of its elements: there are fewer of them than pairs.
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

/// Some elements of a list that are left out together.
private enum Cut {
    /// So many neighbours.
    case piece(length: Int)
    /// Two that are so far apart.
    case pair(distance: Int)

    /// How far it is from one place to the next.
    var stride: Int {
        switch self {
        case .piece(let length): length
        case .pair: 1
        }
    }

    /// The number of indices at which the first of the elements can be.
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
