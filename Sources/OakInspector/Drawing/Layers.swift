/// The layers of a diagram: an acyclic graph with the places that its edges pass.
struct Layers {
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
}

extension Layers {
    /// The positions of all places.
    struct Frames {
        let boxes: [Diagram.Frame]
        let bends: [Place: Diagram.Point]
        let width: Double
        let height: Double
    }

    private static let boxHeight = 40.0
    private static let layerDistance = 84.0
    private static let gap = 36.0
    private static let margin = 14.0
    private static let bendWidth = 24.0

    /// Centres each layer.
    ///
    /// - Parameters:
    ///   - widths: The widths of the states.
    ///   - loops: The widths of the loops on their right, with the labels; 0 without one.
    func frames(widths: [Double], loops: [Double]) -> Frames {
        func width(_ place: Place) -> Double {
            switch place {
            case .state(let state): widths[state] + loops[state]
            case .bend: Self.bendWidth
            }
        }
        let lengths = layers.map { layer in
            layer.reduce(0) { $0 + width($1) } + Self.gap * Double(max(0, layer.count - 1))
        }
        let total = (lengths.max() ?? 0) + 2 * Self.margin
        var boxes = widths.map { Diagram.Frame(x: 0, y: 0, width: $0, height: Self.boxHeight) }
        var bends: [Place: Diagram.Point] = [:]
        for (number, layer) in layers.enumerated() {
            var x = (total - lengths[number]) / 2
            let y = Self.margin + Double(number) * (Self.boxHeight + Self.layerDistance)
            for place in layer {
                switch place {
                case .state(let state): (boxes[state].x, boxes[state].y) = (x, y)
                case .bend: bends[place] = Diagram.Point(x: x + Self.bendWidth / 2, y: y + Self.boxHeight / 2)
                }
                x += width(place) + Self.gap
            }
        }
        let height = Double(layers.count) * (Self.boxHeight + Self.layerDistance) - Self.layerDistance + 2 * Self.margin
        return Frames(boxes: boxes, bends: bends, width: total, height: height)
    }
}

extension Layers.Frames {
    /// The points of an edge from border to border.
    func points(of pair: Pair, in layers: Layers) -> [Diagram.Point] {
        let (source, target) = (boxes[pair.source], boxes[pair.target])
        if pair.source == pair.target {
            let right = source.x + source.width
            return [
                Diagram.Point(x: right, y: source.y + 12), Diagram.Point(x: right + 30, y: source.y + 20),
                Diagram.Point(x: right, y: source.y + 28),
            ]
        }
        let isDownwards = source.y < target.y
        // Edges in both directions between the same states stay apart.
        let shift = isDownwards ? -14.0 : 14.0
        let bends = layers.way(of: pair).compactMap { self.bends[$0] }
        let begin = Diagram.Point(x: source.centre + shift, y: isDownwards ? source.bottom : source.y)
        let end = Diagram.Point(x: target.centre + shift, y: isDownwards ? target.y : target.bottom)
        return [begin] + bends + [end]
    }
}
