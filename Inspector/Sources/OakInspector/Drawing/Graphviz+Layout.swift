import OakGraph

extension Layout {
    /// The longest time for a layout, in seconds.
    private static let timeLimit = 10.0
    /// The units of Graphviz are inches.
    private static let inch = 72.0
    private static let margin = 14.0

    /// Lets Graphviz lay out a diagram.
    ///
    /// Only numbers and lengths reach the program: no name of a state or an event does.
    ///
    /// - Parameters:
    ///   - blueprint: The diagram.
    ///   - program: The name or the path of `dot`.
    /// - Returns: The layout, or the reason why there is none.
    static func drawn(_ blueprint: Blueprint, by program: String) async -> (layout: Layout?, trouble: String?) {
        do throws(GraphvizError) {
            let graphviz = Graphviz(program: program, timeLimit: timeLimit, sizeLimit: 4 << 20)
            let text = try await graphviz.positions(of: dot(blueprint))
            let layout = Layout(plain: text, of: blueprint)
            return (layout, layout == nil ? "\(program) answers otherwise than Graphviz does." : nil)
        } catch {
            return (nil, trouble(error))
        }
    }

    private static func trouble(_ error: GraphvizError) -> String? {
        switch error {
        case .unavailable, .cancelled: nil
        case .notInstalled: "Graphviz draws a diagram of these states where it is installed."
        case .timeLimitExceeded: "Graphviz has not laid out this diagram in \(Int(timeLimit)) seconds."
        case .sizeLimitExceeded: "Graphviz has written too much for this diagram."
        case .notStarted, .failed: "\(error)"
        }
    }

    private static func dot(_ blueprint: Blueprint) -> String {
        var lines = [
            // Limits of the network simplex method, without which a large graph takes several times as long.
            "digraph { nodesep=0.5; ranksep=0.6; nslimit=2; nslimit1=2;", "node [shape=box, fixedsize=true];",
            "edge [dir=none, fontname=Courier, fontsize=\(ArrowLabel.letter / 0.6)];",
        ]
        for state in blueprint.states.indices {
            let (width, height) = (blueprint.width(of: state) / inch, Blueprint.boxHeight / inch)
            lines.append("\(state) [width=\(width), height=\(height)];")
        }
        for (pair, letters) in blueprint.labels.sorted(by: { $0.key < $1.key }) {
            let label = String(repeating: "x", count: letters)
            lines.append("\(pair.source) -> \(pair.target) [label=\(label)];")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    /// Reads the plain format of Graphviz, whose origin is at the bottom.
    ///
    /// - Returns: `nil` if it is not in that format, or not of this diagram.
    init?(plain text: String, of blueprint: Blueprint) {
        var boxes: [Int: Frame] = [:]
        var routes: [Pair: Route] = [:]
        var size: Point?
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            let numbers = words.map { Double($0).flatMap { $0.isFinite ? $0 : nil } }
            func point(_ place: Int) -> Point? {
                guard let size, numbers.indices.contains(place + 1), let x = numbers[place], let y = numbers[place + 1]
                else { return nil }
                return Point(x: Self.margin + x * Self.inch, y: Self.margin + (size.y - y) * Self.inch)
            }
            switch words.first {
            case "graph":
                guard words.count == 4, let width = numbers[2], let height = numbers[3] else { return nil }
                size = Point(x: width, y: height)
            case "node":
                guard words.count > 3, let state = Int(words[1]), blueprint.states.indices.contains(state),
                    let centre = point(2)
                else { return nil }
                let (width, height) = (blueprint.width(of: state), Blueprint.boxHeight)
                boxes[state] = Frame(
                    x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
            case "edge":
                // edge TAIL HEAD COUNT X1 Y1 … XN YN LABEL X Y STYLE COLOUR
                guard words.count > 8, let source = Int(words[1]), let target = Int(words[2]),
                    let count = Int(words[3]), (4...words.count).contains(count), count % 3 == 1,
                    words.count == 2 * count + 9,
                    let begin = point(4), let label = point(words.count - 4)
                else { return nil }
                let pair = Pair(source: source, target: target)
                var curves: [Curve] = []
                for place in stride(from: 6, to: 4 + 2 * count, by: 6) {
                    guard let first = point(place), let second = point(place + 2), let end = point(place + 4)
                    else { return nil }
                    curves.append(Curve(first: first, second: second, end: end))
                }
                let isLoop = source == target
                let half = Double(blueprint.labels[pair] ?? 0) * ArrowLabel.letter / 2
                routes[pair] = Route(
                    begin: begin, curves: curves, label: Point(x: label.x - (isLoop ? half : 0), y: label.y + 4))
            default: break
            }
        }
        let frames = blueprint.states.indices.compactMap { boxes[$0] }
        guard let size, frames.count == blueprint.states.count, blueprint.labels.keys.allSatisfy({ routes[$0] != nil })
        else { return nil }
        self.init(
            boxes: frames, routes: routes, width: size.x * Self.inch + 2 * Self.margin,
            height: size.y * Self.inch + 2 * Self.margin)
    }
}
