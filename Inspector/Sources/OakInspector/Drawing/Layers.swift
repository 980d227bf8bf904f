/// The layers of a diagram: an acyclic graph with the places that its edges pass.
///
/// By the method of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures",
/// IEEE Transactions on Systems, Man, and Cybernetics 11 (1981). Edges against the direction are turned around, each
/// state is below those that lead to it, edges across several layers get a place in each of them, and the order within
/// a layer follows the barycentres of the neighbours.
struct Layers {
    /// The number of states beyond which another method is better.
    static let greatestSize = 40

    /// A state, or a place that an edge passes on its way across a layer.
    enum Place: Hashable {
        case state(Int)
        case bend(Pair, Int)
    }

    private(set) var layers: [[Place]] = []
    /// The places of each edge from the upper to the lower end.
    private var ways: [Pair: [Place]] = [:]
    /// The edges that lead upwards.
    private var turned: Set<Pair> = []
    private var above: [Place: [Place]] = [:]
    private var below: [Place: [Place]] = [:]

    /// - Parameters:
    ///   - count: The number of states.
    ///   - pairs: The edges between different states, in a fixed order.
    init(count: Int, pairs: [Pair]) {
        turned = Self.turned(count: count, pairs: pairs)
        let downwards = pairs.map { turned.contains($0) ? Pair(source: $0.target, target: $0.source) : $0 }
        let ranks = Self.ranks(count: count, pairs: downwards)
        layers = Array(repeating: [], count: (ranks.max() ?? 0) + 1)
        for state in 0..<count { layers[ranks[state]].append(.state(state)) }
        for (pair, down) in zip(pairs, downwards) {
            var way = [Place.state(down.source)]
            for rank in (ranks[down.source] + 1)..<max(ranks[down.target], ranks[down.source] + 1) {
                let bend = Place.bend(pair, rank)
                layers[rank].append(bend)
                way.append(bend)
            }
            way.append(.state(down.target))
            ways[pair] = way
            for (upper, lower) in zip(way, way.dropFirst()) {
                below[upper, default: []].append(lower)
                above[lower, default: []].append(upper)
            }
        }
    }

    /// The places of an edge, from its source to its target.
    func way(of pair: Pair) -> [Place] {
        let way = ways[pair] ?? [.state(pair.source), .state(pair.target)]
        return turned.contains(pair) ? way.reversed() : way
    }

    /// The edges to turn around so that there are no cycles: those that lead back in a depth-first search.
    private static func turned(count: Int, pairs: [Pair]) -> Set<Pair> {
        enum Mark { case new, open, done }
        let targets = Dictionary(grouping: pairs, by: \.source)
        var marks = Array(repeating: Mark.new, count: count)
        var turned: Set<Pair> = []
        for root in 0..<count where marks[root] == .new {
            marks[root] = .open
            var path = [(state: root, rest: targets[root, default: []][...])]
            while let (state, rest) = path.last {
                guard let pair = rest.first else {
                    marks[state] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].rest = rest.dropFirst()
                switch marks[pair.target] {
                case .new:
                    marks[pair.target] = .open
                    path.append((pair.target, targets[pair.target, default: []][...]))
                case .open: turned.insert(pair)
                case .done: break
                }
            }
        }
        return turned
    }

    /// The layers of the states: each is below those that lead to it, by the longest path.
    private static func ranks(count: Int, pairs: [Pair]) -> [Int] {
        var ranks = Array(repeating: 0, count: count)
        // The graph has no cycles, so that this ends after as many rounds as its longest path has edges.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for pair in pairs where ranks[pair.target] <= ranks[pair.source] {
                ranks[pair.target] = ranks[pair.source] + 1
                hasChanged = true
            }
        }
        return ranks
    }

    /// Orders the places of each layer by the barycentres of their neighbours, downwards and upwards in turn.
    mutating func sort() {
        for round in 0..<8 {
            let isDownwards = round.isMultiple(of: 2)
            let order = isDownwards ? Array(layers.indices.dropFirst()) : layers.indices.dropLast().reversed()
            for layer in order {
                let fixed = layers[isDownwards ? layer - 1 : layer + 1]
                let positions = Dictionary(uniqueKeysWithValues: fixed.enumerated().map { ($1, Double($0)) })
                let neighbours = isDownwards ? above : below
                let keys = layers[layer].enumerated().map { position, place -> Double in
                    let known = neighbours[place, default: []].compactMap { positions[$0] }
                    return known.isEmpty ? Double(position) : known.reduce(0, +) / Double(known.count)
                }
                let sorted = zip(keys, layers[layer]).enumerated().sorted {
                    ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
                }
                layers[layer] = sorted.map(\.element.1)
            }
        }
    }

    // MARK: Positions

    /// The positions of all places, and the size of the drawing.
    private typealias Positions = (
        boxes: [Layout.Frame], bends: [Place: Layout.Point], width: Double, height: Double
    )

    private static let layerDistance = 84.0
    private static let gap = 36.0
    private static let margin = 14.0
    private static let bendWidth = 24.0

    /// Centres each layer.
    ///
    /// - Parameters:
    ///   - widths: The widths of the states.
    ///   - loops: The widths of the loops on their right, with the labels; 0 without one.
    private func positions(widths: [Double], loops: [Double]) -> Positions {
        func width(_ place: Place) -> Double {
            switch place {
            case .state(let state): widths[state] + loops[state]
            case .bend: Self.bendWidth
            }
        }
        let boxHeight = Blueprint.boxHeight
        let lengths = layers.map { layer in
            layer.reduce(0) { $0 + width($1) } + Self.gap * Double(max(0, layer.count - 1))
        }
        let total = (lengths.max() ?? 0) + 2 * Self.margin
        var boxes = widths.map { Layout.Frame(x: 0, y: 0, width: $0, height: boxHeight) }
        var bends: [Place: Layout.Point] = [:]
        for (number, layer) in layers.enumerated() {
            var x = (total - lengths[number]) / 2
            let y = Self.margin + Double(number) * (boxHeight + Self.layerDistance)
            for place in layer {
                switch place {
                case .state(let state): (boxes[state].x, boxes[state].y) = (x, y)
                case .bend: bends[place] = Layout.Point(x: x + Self.bendWidth / 2, y: y + boxHeight / 2)
                }
                x += width(place) + Self.gap
            }
        }
        let height = Double(layers.count) * (boxHeight + Self.layerDistance) - Self.layerDistance + 2 * Self.margin
        return (boxes, bends, total, height)
    }

    /// The points of an edge between different states from border to border.
    private func points(of pair: Pair, at positions: Positions) -> [Layout.Point] {
        let (source, target) = (positions.boxes[pair.source], positions.boxes[pair.target])
        let isDownwards = source.y < target.y
        // Edges in both directions between the same states stay apart.
        let shift = isDownwards ? -14.0 : 14.0
        let bends = way(of: pair).compactMap { positions.bends[$0] }
        let begin = Layout.Point(x: source.centre + shift, y: isDownwards ? source.bottom : source.y)
        let end = Layout.Point(x: target.centre + shift, y: isDownwards ? target.y : target.bottom)
        return [begin] + bends + [end]
    }

    /// Places all states and edges.
    func layout(of blueprint: Blueprint) -> Layout {
        let labels = blueprint.labels
        let loops = blueprint.states.indices.map { state in
            labels[Pair(source: state, target: state)].map { Double($0) * ArrowLabel.letter + 48 } ?? 0
        }
        let positions = positions(widths: blueprint.states.indices.map(blueprint.width), loops: loops)
        var (routes, reach) = ([Pair: Layout.Route](), 0.0)
        for (pair, letters) in labels {
            guard pair.source != pair.target else {
                routes[pair] = Layout.Route(loopOf: positions.boxes[pair.source])
                continue
            }
            let points = points(of: pair, at: positions)
            var label = Self.labelPosition(
                of: points, leaving: labels.keys.count { $0.source == pair.source },
                entering: labels.keys.count { $0.target == pair.target })
            // Labels may be longer than the boxes are wide.
            let half = Double(letters) * ArrowLabel.letter / 2
            label.x = max(label.x, half + 4)
            reach = max(reach, label.x + half)
            routes[pair] = Layout.Route(through: points, label: label)
        }
        return Layout(
            boxes: positions.boxes, routes: routes, width: max(positions.width, reach) + 16, height: positions.height)
    }

    /// The position of a label: close to the end where fewer arrows meet, so that their labels are apart.
    private static func labelPosition(of points: [Layout.Point], leaving: Int, entering: Int) -> Layout.Point {
        let (begin, end) = (points[0], points[points.count - 1])
        // An edge across several layers has a place of its own in each of them.
        if points.count > 2 {
            let middle = points[points.count / 2]
            return Layout.Point(x: middle.x, y: middle.y + 4)
        }
        let isAtEnd = entering <= leaving
        let (anchor, next) = isAtEnd ? (end, points[points.count - 2]) : (begin, points[1])
        // The labels of the two directions between the same states are one above the other.
        let distance = begin.y < end.y ? 44.0 : 22.0
        return Layout.Point(x: anchor.x, y: anchor.y + (next.y < anchor.y ? -distance : distance + 4))
    }
}

extension Layout {
    /// Lays out a diagram in layers.
    ///
    /// - Complexity: O(*n* · *m*), where *n* is the number of states, and *m* that of the pairs with transitions.
    init(inLayers blueprint: Blueprint) {
        let pairs = blueprint.labels.keys.filter { $0.source != $0.target }.sorted()
        var layers = Layers(count: blueprint.states.count, pairs: pairs)
        layers.sort()
        self = layers.layout(of: blueprint)
    }
}

extension Layout.Route {
    /// A line through points that is vertical in each of them.
    fileprivate init(through points: [Layout.Point], label: Layout.Point) {
        let curves = zip(points, points.dropFirst()).map { from, to in
            let middle = (from.y + to.y) / 2
            return Layout.Curve(
                first: Layout.Point(x: from.x, y: middle), second: Layout.Point(x: to.x, y: middle), end: to)
        }
        self.init(begin: points[0], curves: curves, label: label)
    }

    /// A loop on the right of a box.
    fileprivate init(loopOf box: Layout.Frame) {
        let (right, outer) = (box.x + box.width, box.x + box.width + 30)
        let curve = Layout.Curve(
            first: Layout.Point(x: outer, y: box.y + 12), second: Layout.Point(x: outer, y: box.y + 28),
            end: Layout.Point(x: right, y: box.y + 28))
        self.init(
            begin: Layout.Point(x: right, y: box.y + 12), curves: [curve],
            label: Layout.Point(x: outer + 2, y: box.y + 24))
    }
}
