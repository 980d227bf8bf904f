import Oak
import OakText
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Inspection.State {
    /// The visible page: the list of runs, and the selected one.
    ///
    /// - Parameter paths: The paths of the site.
    func scene(at paths: PagePaths) -> HTML {
        HTML {
            Element(.div, .class("inspector"), .onLink(InspectionMessage.open)) {
                runs(durables: paths.durables)
                if let sequence = picture.sequence {
                    sequence.scene
                } else if let detail = picture.detail {
                    detail.scene(query, refusal: refusal, exports: paths.exports)
                } else if picture.rows.isEmpty {
                    Panel.nothing(
                        "No machine has run yet",
                        "Pass inspector.watch(…) as the observer of a run, and it appears here.")
                } else {
                    Panel.nothing(
                        "Select a machine", "Its state, its work and everything that it does appear here.")
                }
            }
        }
    }

    private func runs(durables: String) -> Element<Place.Flow> {
        Element(.section, key: "runs", .class("runs"), .aria(.labelledby, "runs-title")) {
            Element(.h2, .id("runs-title")) { "Machines" }
            Element(.p) { Element(.a, .class("button"), .href(page: durables)) { "Durable hosts" } }
            Element(
                .button, .id("sequence"), .onClick(InspectionMessage.sequence),
                query.isOfSequence ? .aria(.current, "true") : nil
            ) { "Events between machines" }
            Panel.field("runs", "Filter by name", value: query.runs, .onInput(InspectionMessage.runs))
            Element(.ul) {
                for row in picture.rows { item(row) }
            }
            if picture.others > 0 {
                Element(.p, .class("hint")) { "\(picture.others) more: filter by name to see them." }
            }
            if picture.forgotten > 0 {
                Element(.p, .class("hint")) { "\(picture.forgotten) that have ended are forgotten." }
            }
        }
    }

    private func item(_ row: Picture.Row) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: "\(row.number)", .class("level-\(min(row.level, 4))")) {
            Element(
                .button, .id("run-\(row.number)"), .class("run"), .onClick(InspectionMessage.select),
                .says("run", "\(row.number)"), query.run == row.number ? .aria(.current, "true") : nil
            ) {
                Element(.span, .class("name"), .dir(.auto)) { abbreviated(row.name, to: 80) }
                Element(.span, .class("badge \(row.badge)")) { row.badge }
                Element(.span, .class("state"), .dir(.auto)) { row.state ?? "" }
                if row.hasTroubles { Element(.span, .class("trouble")) { "Warning" } }
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Picture.Detail {
    /// Everything about the run.
    func scene(_ query: Query, refusal: String?, exports: String) -> Element<Place.Flow> {
        Element(.section, key: "run \(row.number)", .class("detail"), .aria(.labelledby, "run-title")) {
            Panel.heading("run", row.name, row.badge, mark: row.badge)
            Element(.p, .class("hint")) {
                Element(.span, .dir(.auto)) { row.machine }
                " · \(row.events) \(row.events == 1 ? "event" : "events") seen"
                " · \(row.waiting) in the mailbox"
                if omitted > 0 { " · \(omitted) entries left out, because more came than a page can show" }
            }
            switch row.standing {
            case .running, .ended(""): Fragment<Place.Flow>.empty
            case .ended(let output): Element(.p, .dir(.auto)) { "Its output: \(output)" }
            case .failed(let error, _): Element(.p, .class("objection"), .dir(.auto)) { "It has failed: \(error)" }
            case .lost:
                Element(.p, .class("objection")) {
                    "Its program has ended, or lost its connection: nobody knows how it went on."
                }
            }
            if let refusal { Element(.p, .class("objection"), .role("alert")) { refusal } }
            if !warnings.isEmpty {
                Panel.section("warnings", "Warnings") {
                    Element(.ul) {
                        for warning in warnings { Element(.li) { warning } }
                    }
                }
            }
            if let controls { scene(of: controls) }
            if let moment {
                Panel.travel(
                    "This is the past: after entry \(moment.number), "
                        + "\((moment.time - start).inWords) from the beginning.",
                    live: InspectionMessage.live, back: .back, forth: .forth)
            }
            Element(.div, key: "panels", .class("panels")) {
                diagramPanel
                stateTree
                work
                plots
            }
            log(query)
            links(to: exports)
        }
    }

    private func links(to exports: String) -> Element<Place.Flow> {
        Panel.section("export", "Export") {
            Element(.ul, .class("actions")) {
                for kind in Export.allCases {
                    Element(.li, key: kind.rawValue) {
                        Element(
                            .a, .class("button"), .href(page: "\(exports)/\(kind.fileName(of: row.number))")
                        ) { kind.title }
                    }
                }
            }
        }
    }

    private func scene(of controls: Picture.Controls) -> Element<Place.Flow> {
        Element(.div, key: "controls", .class("controls")) {
            if controls.isPaused {
                Element(.p, key: "paused", .role("status")) {
                    "It is paused: its mailbox fills, and it goes on ten seconds after the last page was closed."
                    if controls.steps > 0 {
                        " It will process the next \(controls.steps == 1 ? "event" : "\(controls.steps) events")."
                    }
                }
            }
            Element(.div, .class("actions")) {
                for title in controls.sends {
                    Element(
                        .button, key: title, .onClick(InspectionMessage.send), .says("title", title)
                    ) { title }
                }
                // One button, so that it keeps the focus.
                Element(
                    .button, key: "pause", .class(controls.isPaused ? "primary" : "plain"),
                    .onClick(controls.isPaused ? InspectionMessage.resume : .pause)
                ) { controls.isPaused ? "Go on" : "Pause" }
                if controls.isPaused { Panel.button("Process one event", InspectionMessage.stepMachine) }
                Panel.button("Cancel the machine", InspectionMessage.cancel, "quiet")
            }
        }
    }

    private var diagramPanel: Element<Place.Flow> {
        Panel.section("diagram", hasOutline ? "States" : "States seen") {
            if let diagram { diagram.scene(step: step) }
            if let hint = Drawing.hint(drawing, states: states.count) { Element(.p, .class("hint")) { hint } }
        }
    }

    private var plots: Element<Place.Flow> {
        Panel.section("plots", "The latest minute") {
            Element(.p) { "Events in a second: at most \(rates.max() ?? 0)" }
            plot(rates.map(Double.init), "Events in each second of the latest minute")
            Element(.p) { "Longest macrostep: \(slowest.max().flatMap { $0 > .zero ? $0.inWords : nil } ?? "–")" }
            plot(slowest.map(\.inMicroseconds), "The longest macrostep in each second of the latest minute")
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
                Element.box(Layout.Frame(x: Double(place) * 4, y: 40 - height, width: 3, height: height), radius: 0)
            }
        }
    }

    private var stateTree: Element<Place.Flow> {
        Panel.section("state", "State") {
            if let state {
                Element(.ul, .class("tree")) { state.item(label: nil, before: before) }
            } else {
                Element(.p, .class("hint")) {
                    row.standing == .running
                        ? "It is known when the machine is at rest, or makes a transition."
                        : "Nobody has seen it: the page was closed, or more happened than a page can show."
                }
            }
        }
    }

    private var work: Element<Place.Flow> {
        let hasWaits = effects.contains { $0.rest != nil }
        return Panel.section("work", "Under way") {
            if effects.isEmpty {
                Element(.p, .class("hint")) { moment == nil ? "No effect." : "Shown for the present only." }
            } else {
                Panel.grid(
                    ["Effect", "Age"] + (hasWaits ? ["Waits for"] : []),
                    effects.prefix(100).map { effect in
                        Element(.tr, key: "\(effect.number)") {
                            Panel.cell(effect.text, remark: effect.note, "trouble")
                            Panel.number(effect.age.inWords)
                            if hasWaits { Panel.number(effect.rest.map { $0 > .zero ? $0.inWords : "" } ?? "") }
                        }
                    })
                if effects.count > 100 { Element(.p, .class("hint")) { "\(effects.count - 100) more" } }
            }
        }
    }

    // MARK: Log

    private func log(_ query: Query) -> Element<Place.Flow> {
        Panel.section("log", "Log") {
            Element(.div, .class("filters")) {
                Panel.field("search", "Search", value: query.search, .onInput(InspectionMessage.search))
                Element(.div, .class("actions"), .role("group"), .aria(.label, "Kinds of entries")) {
                    for kinds in Query.Kinds.allCases {
                        Element(
                            .button, key: kinds.rawValue, .id("kinds-\(kinds.rawValue)"),
                            .class(kinds == query.kinds ? "primary" : "plain"),
                            .onClick(InspectionMessage.kinds), .says("kinds", kinds.rawValue),
                            kinds == query.kinds ? .aria(.current, "true") : nil
                        ) { kinds.title }
                    }
                }
            }
            if entries.isEmpty {
                Element(.p, .class("hint")) {
                    query.search.isEmpty && query.kinds == .all
                        ? "Nothing has happened since the page was opened."
                        : "No such entry since the page was opened."
                }
            } else {
                Panel.grid(["Entry", "Time", "Kind", "What happened"], entries.map(line), .class("entries"))
            }
            Panel.turning(newer: hasNewer ? InspectionMessage.newer : nil, older: hasOlder ? .older : nil)
        }
    }

    private func line(_ entry: Entry) -> Element<Place.Rows<Place.Flow>> {
        Element(.tr, key: "\(entry.number)", .class(entry.number == moment?.number ? "shown" : entry.kind.rawValue)) {
            Panel.link(
                "\(entry.number)", "Go to entry \(entry.number)", InspectionMessage.travel,
                .says("entry", "\(entry.number)"))
            Panel.number((entry.time - start).inWords)
            Element(.td, .class("kind")) { entry.kind.rawValue }
            Element(.td, .dir(.auto)) {
                Element(.span) { entry.text }
                if let step = entry.step, step.source != step.target {
                    Element(.span, .class("step")) { " \(step.source) → \(step.target)" }
                }
                if !entry.remark.isEmpty { Element(.span, .class("remark")) { " \(entry.remark)" } }
                if let sender = entry.sender.flatMap({ senders[$0] }) {
                    Element(.span, .class("remark")) { " from \(sender)" }
                }
            }
        }
    }
}

extension ValueTree {
    /// The value as an item of a tree; parts that have changed are marked.
    func item(label: String?, before: ValueTree?) -> Element<Place.Items<Place.Flow>> {
        let isChanged = before.map { $0 != self } ?? false
        return Element(.li, .class(isChanged && isLeaf(besides: before) ? "changed" : "same")) {
            if let label { Element(.span, .class("label"), .dir(.auto)) { "\(label): " } }
            Element(.span, .class("value"), .dir(.auto)) { title }
            if isChanged, isLeaf(besides: before) { Element(.small) { " changed" } }
            if !visibleParts.isEmpty {
                Element(.ul) {
                    for (place, part) in visibleParts.enumerated() {
                        part.value.item(label: part.label, before: before?.part(like: part, at: place))
                    }
                }
            }
        }
    }

    private var title: String {
        switch kind {
        case .plain, .text, .beginning: text
        case .enumCase(let name): visibleParts.isEmpty && !parts.isEmpty ? text : name
        case .structure(let type): type
        case .tuple: "(…)"
        case .list: parts.isEmpty ? "[]" : "[\(count)]"
        case .dictionary: parts.isEmpty ? "[:]" : "[\(count)]"
        case .hidden: "hidden"
        case .omitted: "… more than is shown"
        }
    }

    /// The number of elements, as far as they are known.
    private var count: String {
        if case .omitted = parts.last?.value.kind { return "\(parts.count - 1) and more" }
        return "\(parts.count)"
    }

    /// The parts that are shown below it: a payload without parts of its own is shown beside its case, and one of
    /// several values does not appear itself.
    private var visibleParts: [Part] {
        if case .dictionary = kind { return parts.sorted { ($0.label ?? "\u{10FFFF}") < ($1.label ?? "\u{10FFFF}") } }
        guard case .enumCase = kind, let payload = parts.first?.value else { return parts }
        if payload.parts.isEmpty { return [] }
        if case .tuple = payload.kind { return payload.parts }
        return parts
    }

    /// Whether a change is best shown here, and not at one of its parts.
    private func isLeaf(besides before: ValueTree?) -> Bool {
        visibleParts.isEmpty || before?.kind != kind || before?.visibleParts.count != visibleParts.count
    }

    private func part(like part: Part, at place: Int) -> ValueTree? {
        let parts = visibleParts
        if let label = part.label {
            let alike = parts.filter { $0.label == label }
            // Hidden keys are all called the same.
            if alike.count == 1 { return alike[0].value }
        }
        return parts.indices.contains(place) ? parts[place].value : nil
    }
}

/// The paths of the site of an inspector.
struct PagePaths: Hashable, Sendable {
    /// The path of the page of machines.
    let machines: String

    /// The path of the page of durable hosts.
    var durables: String { "\(machines)-durable" }

    /// The path of the files that the page of machines offers.
    var exports: String { "\(machines)-export" }
}
