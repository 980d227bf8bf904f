/// The places of the boxes, lines and labels of a diagram.
struct Layout: Hashable, Sendable {
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    struct Frame: Hashable, Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        var centre: Double { x + width / 2 }
        var bottom: Double { y + height }
    }

    /// A Bézier curve from the end of the one before.
    struct Curve: Hashable, Sendable {
        let first: Point
        let second: Point
        let end: Point
    }

    /// The way of an arrow from border to border, with the middle of its label, or the beginning of that of a loop.
    struct Route: Hashable, Sendable {
        let begin: Point
        let curves: [Curve]
        let label: Point

        var end: Point { curves.last?.end ?? begin }
    }

    let boxes: [Frame]
    let routes: [Pair: Route]
    let width: Double
    let height: Double
}

/// A diagram to draw, and the attempt to find its layout.
struct Drawing: Hashable, Sendable {
    let blueprint: Blueprint
    /// `nil` for a diagram that is a list.
    let layout: Layout?
    /// The reason why there is no layout.
    let trouble: String?

    /// Lets Graphviz lay out a diagram.
    ///
    /// - Parameter graphviz: The program; `nil` for none.
    init(_ blueprint: Blueprint, by graphviz: String?) async {
        self.blueprint = blueprint
        guard let graphviz else {
            (layout, trouble) = (nil, nil)
            return
        }
        (layout, trouble) = await Layout.drawn(blueprint, by: graphviz)
    }

    /// A diagram that is a list.
    init(listing blueprint: Blueprint) { (self.blueprint, layout, trouble) = (blueprint, nil, nil) }
}
