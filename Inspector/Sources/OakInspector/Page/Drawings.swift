import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Diagram {
    /// The drawing, or the list.
    ///
    /// - Parameter step: The transition to the state that is lit.
    func scene(step: Entry.Step?) -> Element<Place.Flow> {
        guard let size else { return list(step: step) }
        return Element(.div, .class("drawing")) {
            Element.drawing(size.x, size.y, description) {
                for arrow in arrows {
                    if let route = arrow.route {
                        let key = "\(arrow.source)→\(arrow.target)"
                        route.scene(arrow.classes(step), arrow.label, key: key, title: arrow.events)
                    }
                }
                for box in boxes {
                    if let frame = box.frame {
                        Element(.g, key: box.name, .class(box.classes), box.isCurrent ? .inView : nil) {
                            Element.box(frame, radius: 10)
                            Element.text(box.name, at: Layout.Point(x: frame.centre, y: frame.y + frame.height / 2 + 5))
                        }
                    }
                }
            }
        }
    }

    /// Each state with its transitions.
    private func list(step: Entry.Step?) -> Element<Place.Flow> {
        let leaving = Dictionary(grouping: arrows, by: \.source)
        return Element(.ul, .class("drawing tree")) {
            for box in boxes {
                Element(.li, key: box.name, .class(box.classes), box.isCurrent ? .inView : nil) {
                    Element(.span, .class("name"), .dir(.auto)) { box.name }
                    if let arrows = leaving[box.name] {
                        Element(.ul) {
                            for arrow in arrows {
                                Element(.li, key: arrow.target, .class(arrow.classes(step)), .dir(.auto)) {
                                    "\(arrow.events) → \(arrow.target)"
                                }
                            }
                        }
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
extension Diagram.Box {
    fileprivate var classes: String { isCurrent ? "box lit" : isSeen ? "box" : "box unseen" }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Diagram.Arrow {
    /// - Parameter step: The transition to the state that is lit.
    fileprivate func classes(_ step: Entry.Step?) -> String {
        let isLit = step?.source == source && step?.target == target
        let marks = [isLit ? "lit" : nil, count == 0 ? "untaken" : nil, source == target ? "loop" : nil]
        return (["arrow"] + marks.compactMap(\.self)).joined(separator: " ")
    }
}

extension Layout.Route {
    /// An arrow with its label.
    ///
    /// - Parameter title: More about it, which is shown on request.
    func scene(_ classes: String, _ text: String, key: String? = nil, title: String? = nil) -> Element<Place.Shapes> {
        Element(.g, key: key, .class(classes)) {
            if let title { Element(.title) { title } }
            Element(.path, .class("line"), .path(line))
            Element(.path, .class("head"), .path(head))
            Element.text(text, at: label)
        }
    }

    private var line: [Attribute.PathStep] {
        [.move(x: begin.x, y: begin.y)]
            + curves.map {
                .curve(x1: $0.first.x, y1: $0.first.y, x2: $0.second.x, y2: $0.second.y, x: $0.end.x, y: $0.end.y)
            }
    }

    /// The head at its end.
    private var head: [Attribute.PathStep] {
        // A control point may be at the end of the line.
        let controls = curves.last.map { [$0.second, $0.first] } ?? []
        let from = controls.first { $0 != end } ?? begin
        let length = max(((end.x - from.x) * (end.x - from.x) + (end.y - from.y) * (end.y - from.y)).squareRoot(), 1e-6)
        let (x, y) = ((end.x - from.x) / length, (end.y - from.y) / length)
        let (backX, backY) = (end.x - 9 * x, end.y - 9 * y)
        return [
            .move(x: end.x, y: end.y), .line(x: backX - 5 * y, y: backY + 5 * x),
            .line(x: backX + 5 * y, y: backY - 5 * x), .line(x: end.x, y: end.y),
        ]
    }
}

extension Element<Place.Phrase> {
    /// A drawing in its own size.
    static func drawing(
        _ width: Double, _ height: Double, _ description: String,
        @HTMLBuilder<Place.Shapes> content: () -> Fragment<Place.Shapes>
    ) -> Self {
        Element(
            .svg, .viewBox(width: width, height: height), .measure(.width, width), .measure(.height, height),
            .role("img"), .aria(.label, description), content: content)
    }
}

extension Element<Place.Shapes> {
    static func box(_ frame: Layout.Frame, radius: Double) -> Self {
        Element(
            .rect, .measure(.x, frame.x), .measure(.y, frame.y), .measure(.width, frame.width),
            .measure(.height, frame.height), .measure(.rx, radius))
    }

    static func text(_ text: String, at point: Layout.Point) -> Self {
        Element(.text, .measure(.x, point.x), .measure(.y, point.y)) { text }
    }
}

extension Drawing {
    /// The reason why a diagram is missing, or a list.
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
