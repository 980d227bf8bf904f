import OakWeb

// The diagram and the plots.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Picture.Detail {
    var diagramPanel: Element<Place.Flow> {
        Element(.section, key: "diagram", .class("panel diagram"), .aria(.labelledby, "diagram-title")) {
            Element(.h3, .id("diagram-title")) { hasOutline ? "States" : "States seen" }
            if let diagram { diagram.scene(step: step) }
            if let hint = Drawing.hint(drawing, states: states.count) { Element(.p, .class("hint")) { hint } }
        }
    }

    var plots: Element<Place.Flow> {
        let slow = slowest.map { Double($0.components.seconds) * 1e6 + Double($0.components.attoseconds) * 1e-12 }
        return Element(.section, key: "plots", .class("panel plots"), .aria(.labelledby, "plots-title")) {
            Element(.h3, .id("plots-title")) { "The latest minute" }
            Element(.p) { "Events in a second: at most \(rates.max() ?? 0)" }
            plot(rates.map(Double.init), "Events in each second of the latest minute")
            Element(.p) { "Longest macrostep: \(slowest.max().flatMap { $0 > .zero ? $0.inWords : nil } ?? "–")" }
            plot(slow, "The longest macrostep in each second of the latest minute")
        }
    }

    private func plot(_ values: [Double], _ name: String) -> Element<Place.Phrase> {
        let greatest = max(values.max() ?? 0, 1e-9)
        return Element(
            .svg, .class("plot"), .viewBox(width: Double(values.count) * 4, height: 40), .role("img"),
            .aria(.label, name)
        ) {
            for (place, value) in values.enumerated() {
                let height = value > 0 ? max(1, value / greatest * 40) : 0
                Element(
                    .rect, .measure(.x, Double(place) * 4), .measure(.y, 40 - height), .measure(.width, 3),
                    .measure(.height, height))
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Diagram {
    /// The drawing.
    ///
    /// - Parameter step: The transition to the state that is lit.
    func scene(step: Entry.Step?) -> Element<Place.Flow> {
        Element(.div, .class("drawing")) {
            Element(
                .svg, .viewBox(width: width, height: height), .measure(.width, width), .measure(.height, height),
                .role("img"), .aria(.label, description)
            ) {
                for arrow in arrows {
                    Element(
                        .g, key: "\(arrow.source)→\(arrow.target)",
                        .class(arrow.classes(step))
                    ) {
                        Element(.title) { arrow.events }
                        Element(.path, .class("line"), .path(arrow.line))
                        Element(.path, .class("head"), .path(arrow.head))
                        Element(
                            .text, .measure(.x, arrow.route.label.x), .measure(.y, arrow.route.label.y)
                        ) { arrow.label }
                    }
                }
                for box in boxes {
                    let look = box.isCurrent ? "box lit" : box.isSeen ? "box" : "box unseen"
                    Element(.g, key: box.name, .class(look), box.isCurrent ? .inView : nil) {
                        Element(
                            .rect, .measure(.x, box.frame.x), .measure(.y, box.frame.y),
                            .measure(.width, box.frame.width), .measure(.height, box.frame.height), .measure(.rx, 10))
                        Element(
                            .text, .measure(.x, box.frame.centre), .measure(.y, box.frame.y + box.frame.height / 2 + 5)
                        ) { box.name }
                    }
                }
            }
        }
    }

    /// The diagram in words.
    private var description: String {
        let current = boxes.first(where: \.isCurrent).map { " The present one is \($0.name)." } ?? ""
        let steps = arrows.map { "\($0.source) to \($0.target) by \($0.label)" }.joined(separator: "; ")
        return "\(boxes.count) \(boxes.count == 1 ? "state" : "states").\(current) \(steps)"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Diagram.Arrow {
    /// - Parameter step: The transition to the state that is lit.
    fileprivate func classes(_ step: Entry.Step?) -> String {
        let isLit = step?.source == source && step?.target == target
        let marks = [isLit ? "lit" : nil, count == 0 ? "untaken" : nil, source == target ? "loop" : nil]
        return (["arrow"] + marks.compactMap(\.self)).joined(separator: " ")
    }

    fileprivate var line: [Attribute.PathStep] {
        [.move(x: route.begin.x, y: route.begin.y)]
            + route.curves.map {
                .curve(x1: $0.first.x, y1: $0.first.y, x2: $0.second.x, y2: $0.second.y, x: $0.end.x, y: $0.end.y)
            }
    }

    /// The head at its end.
    fileprivate var head: [Attribute.PathStep] {
        let end = route.end
        // A control point may be at the end of the line.
        let controls = route.curves.last.map { [$0.second, $0.first] } ?? []
        let from = controls.first { $0 != end } ?? route.begin
        let length = max(((end.x - from.x) * (end.x - from.x) + (end.y - from.y) * (end.y - from.y)).squareRoot(), 1e-6)
        let (x, y) = ((end.x - from.x) / length, (end.y - from.y) / length)
        let (backX, backY) = (end.x - 9 * x, end.y - 9 * y)
        return [
            .move(x: end.x, y: end.y), .line(x: backX - 5 * y, y: backY + 5 * x),
            .line(x: backX + 5 * y, y: backY - 5 * x), .line(x: end.x, y: end.y),
        ]
    }
}

extension Drawing {
    /// The reason why a diagram is missing, or not as good as it could be.
    ///
    /// - Parameters:
    ///   - drawing: The drawing, if there is one yet.
    ///   - states: The number of states of the machine.
    static func hint(_ drawing: Drawing?, states: Int) -> String? {
        if states == 0 { return "None yet." }
        if states > Blueprint.greatestSize {
            return "More than \(Blueprint.greatestSize) states, which no diagram could show."
        }
        guard let drawing else { return "Graphviz is about to draw them." }
        return drawing.trouble
    }
}
