import OakWeb

// The diagram and the plots.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Picture.Detail {
    var drawing: Element<Place.Flow> {
        Element(.section, key: "diagram", .class("panel diagram"), .aria(.labelledby, "diagram-title")) {
            Element(.h3, .id("diagram-title")) { hasOutline ? "States" : "States seen" }
            if let diagram {
                diagram.scene(step: step)
            } else {
                Element(.p, .class("hint")) {
                    states == 0
                        ? "None yet." : "More than \(Diagram.greatestSize) states, which no diagram could show."
                }
            }
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
                            .text, .measure(.x, arrow.labelPosition.x), .measure(.y, arrow.labelPosition.y)
                        ) { arrow.label }
                    }
                }
                for box in boxes {
                    Element(.g, key: box.name, .class(box.isCurrent ? "box lit" : box.isSeen ? "box" : "box unseen")) {
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

    /// Its line, which is vertical at both ends.
    var line: [Attribute.PathStep] {
        var steps = [Attribute.PathStep.move(x: points[0].x, y: points[0].y)]
        if source == target {
            let (first, outer, last) = (points[0], points[1], points[2])
            steps.append(.curve(x1: outer.x, y1: first.y, x2: outer.x, y2: last.y, x: last.x, y: last.y))
            return steps
        }
        for (from, to) in zip(points, points.dropFirst()) {
            let middle = (from.y + to.y) / 2
            steps.append(.curve(x1: from.x, y1: middle, x2: to.x, y2: middle, x: to.x, y: to.y))
        }
        return steps
    }

    /// The head at its end.
    var head: [Attribute.PathStep] {
        let end = points[points.count - 1]
        if source == target {
            return [
                .move(x: end.x, y: end.y), .line(x: end.x + 9, y: end.y - 5), .line(x: end.x + 9, y: end.y + 5),
                .line(x: end.x, y: end.y),
            ]
        }
        let back = end.y > points[points.count - 2].y ? -9.0 : 9.0
        return [
            .move(x: end.x, y: end.y), .line(x: end.x - 5, y: end.y + back), .line(x: end.x + 5, y: end.y + back),
            .line(x: end.x, y: end.y),
        ]
    }
}
