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
    let layout: Layout?
    /// The reason why there is no layout, or not the best one.
    let trouble: String?

    /// Lays out a diagram by Graphviz, or in layers where that is impossible.
    ///
    /// - Parameter graphviz: The program; `nil` for none.
    init(_ blueprint: Blueprint, by graphviz: String?) async {
        guard let graphviz else {
            self.init(blueprint)
            return
        }
        let (layout, trouble) = await Layout.drawn(blueprint, by: graphviz)
        self.init(blueprint, layout, trouble: trouble)
    }

    /// - Parameters:
    ///   - layout: The layout by Graphviz; `nil` for one in layers, if there are not too many states.
    ///   - trouble: The reason why Graphviz has found none.
    init(_ blueprint: Blueprint, _ layout: Layout? = nil, trouble: String? = nil) {
        self.blueprint = blueprint
        let isSmall = blueprint.states.count <= Layers.greatestSize
        self.layout = layout ?? (isSmall ? Layout(inLayers: blueprint) : nil)
        let limits = "More than \(Layers.greatestSize) states need Graphviz, which is not installed here."
        self.trouble = trouble ?? (self.layout == nil ? limits : nil)
    }
}
