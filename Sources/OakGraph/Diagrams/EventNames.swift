/// The events of a machine by the name of their case.
struct EventClasses {
    let events: Set<String>
    private(set) var sizes: [Substring: Int] = [:]

    init(_ events: [String]) {
        self.events = Set(events)
        for event in self.events { sizes[Self.head(of: event), default: 0] += 1 }
    }

    /// The name of an event without its payload.
    static func head(of event: String) -> Substring { event.prefix { $0 != "(" } }
}

/// The events of a label, with those that differ in their payload as one where that loses nothing.
struct EventNames {
    /// The most names that a label lists.
    static let limit = 12

    private var names: [(event: String?, text: String)] = []

    /// - Parameter isFolded: Whether payloads are left out.
    init(_ events: [String], limit: Int, isFolded: Bool, classes: EventClasses? = nil) {
        let (unique, sizes) = (events.unique, EventClasses(events).sizes)
        var isListed: Set<Substring> = []
        for event in unique {
            let head = EventClasses.head(of: event)
            let size = sizes[head] ?? 0
            if size > 1, isFolded || size == classes?.sizes[head] {
                // The first one stands for all.
                guard isListed.insert(head).inserted else { continue }
                names.append((nil, Self.shown(String(head), limit) + "(…)"))
            } else {
                names.append((event, Self.shown(event, limit)))
            }
        }
    }

    /// Marks the events that lead elsewhere, too, depending on what is not shown.
    mutating func mark(where isAmbiguous: (String) -> Bool) {
        for index in names.indices {
            guard let event = names[index].event, isAmbiguous(event) else { continue }
            names[index].text += " [some]"
        }
    }

    /// The names to list.
    var texts: [String] {
        let texts = names.map(\.text)
        guard texts.count > Self.limit else { return texts }
        return texts.prefix(Self.limit - 1) + ["… \(texts.count - Self.limit + 1) more"]
    }

    private static func shown(_ event: String, _ limit: Int) -> String {
        DiagramText.shown(GraphModel.Effect.undotted(event), limit: limit)
    }
}
