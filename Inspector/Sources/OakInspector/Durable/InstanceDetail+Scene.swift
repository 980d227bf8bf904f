import Foundation
import Oak
import OakDurable
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InstanceDetail {
    /// Everything about the instance.
    ///
    /// - Parameter unconfirmed: The operation that the user has to confirm.
    func scene(
        _ query: DurableQuery, allowsOperations: Bool, _ unconfirmed: DurableOperation?
    ) -> Element<Place.Flow> {
        Element(.section, key: "instance \(key)", .class("detail"), .aria(.labelledby, "instance-title")) {
            heading
            operations(allowsOperations, unconfirmed)
            if query.moment != nil { travel(query) }
            Element(.div, key: "panels", .class("panels")) {
                drawing
                stateTree(query)
                work
                inbox(allowsOperations: allowsOperations)
            }
            history(query)
        }
    }

    private var heading: Fragment<Place.Flow> {
        Fragment {
            Element(.header, .class("heading")) {
                Element(.h2, .id("instance-title"), .dir(.auto), .focusable, .autofocus) { "\(name)" }
                Element(.span, .class("badge \(status.mark)"), .role("status")) { status.rawValue }
            }
            Element(.p, .class("hint")) {
                "key \(key) · version \(version) · \(number) \(number == 1 ? "macrostep" : "macrosteps") · "
                "created \(created.inWords) · "
                "changed \(changed.inWords)"
            }
            if !tags.isEmpty { Element(.p, .class("hint"), .dir(.auto)) { tags } }
            if let problem { Element(.p, .class("objection"), .dir(.auto)) { "It has failed: \(problem)" } }
        }
    }

    private func operations(_ areAllowed: Bool, _ unconfirmed: DurableOperation?) -> Element<Place.Flow> {
        Element(.div, key: "operations", .class("filters")) {
            Element(.div, .class("actions")) {
                Element(.button, key: "close", .onClick(DurableInspectionMessage.close)) { "Back to the list" }
                if areAllowed { buttons(unconfirmed) }
            }
            if areAllowed, isKnown {
                Element(.form, key: "fork", .class("fork"), .onSubmit(DurableInspectionMessage.fork)) {
                    Element(.label, .for("fork")) { "Id of a new instance in this state" }
                    Element(
                        .input, .id("fork"), .name("id"), .type(.text), .value(""), .autocomplete("off"),
                        .spellcheck(false))
                    Element(.button, .type(.submit)) { "Fork" }
                }
            }
        }
    }

    private func buttons(_ unconfirmed: DurableOperation?) -> Fragment<Place.Flow> {
        Fragment {
            if status == .failed {
                Element(.button, key: "retry", .class("primary"), .onClick(DurableInspectionMessage.retry)) { "Retry" }
            }
            switch (status, unconfirmed) {
            case (.running, .cancel), (.failed, .cancel):
                Element(.button, key: "confirm", .class("danger"), .onClick(DurableInspectionMessage.confirm)) {
                    "Cancel it for good"
                }
                Element(.button, key: "dismiss", .autofocus, .onClick(DurableInspectionMessage.dismiss)) { "Leave it" }
            case (.running, _), (.failed, _):
                Element(.button, key: "cancel", .class("quiet"), .onClick(DurableInspectionMessage.cancel)) {
                    "Cancel the instance"
                }
            case (.ended, _), (.cancelled, _): Fragment<Place.Flow>.empty
            }
        }
    }

    private func travel(_ query: DurableQuery) -> Element<Place.Flow> {
        Element(.div, key: "travel", .class("travel")) {
            Element(.p, .role("status")) {
                if let moment {
                    "This is the past: after macrostep \(moment.number), at \(moment.time.inWords)."
                } else {
                    "The journal does not have macrostep \(query.moment ?? 0)."
                }
            }
            Element(.div, .class("actions")) {
                Element(
                    .button, .id("live"), .class("primary"), .onClick(DurableInspectionMessage.live),
                    .onEscape(DurableInspectionMessage.live)
                ) { "Back to now (Esc)" }
                Element(.button, .onClick(DurableInspectionMessage.back)) { "Earlier" }
                Element(.button, .onClick(DurableInspectionMessage.forth)) { "Later" }
            }
        }
    }

    private func stateTree(_ query: DurableQuery) -> Element<Place.Flow> {
        let shown = query.moment == nil ? present : moment?.state
        return Panel.section("state", "State") {
            if let shown {
                shown.scene(before: former?.state?.tree)
            } else {
                Element(.p, .class("hint")) { "The journal does not have the state of this moment." }
            }
            if query.moment == nil, let output {
                Element(.h3) { "Output" }
                output.scene(before: nil)
            }
            if query.moment != nil, let event = moment?.event {
                Element(.h3) { "Event" }
                event.scene(before: nil)
            }
        }
    }

    private var drawing: Element<Place.Flow> {
        Panel.section("diagram", "States in these macrosteps") {
            if let diagram = journal.diagram { diagram.scene(step: step) }
            if journal.states == 0 {
                Element(.p, .class("hint")) { "The journal has no states." }
            } else if let hint = Drawing.hint(journal.drawing, states: journal.states) {
                Element(.p, .class("hint")) { hint }
            }
        }
    }

    private var work: Element<Place.Flow> {
        Panel.section("work", "Activities and deadlines") {
            if activities.isEmpty, deadlines.isEmpty {
                Element(.p, .class("hint")) { "There are none at present." }
            }
            if !activities.isEmpty {
                Panel.table(
                    ["Activity", "Since macrostep"],
                    activities.prefix(100).map { activity in
                        Element(.tr, key: "\(activity.name)") {
                            Element(.td, .dir(.auto)) {
                                activity.name
                                if !activity.note.isEmpty { Element(.span, .class("remark")) { " \(activity.note)" } }
                            }
                            Panel.number("\(activity.number)")
                        }
                    })
            }
            if !deadlines.isEmpty {
                Panel.table(
                    ["Time-out", "Due", "Event"],
                    deadlines.prefix(100).map { deadline in
                        Element(.tr, key: deadline.name) {
                            Panel.cell(deadline.name)
                            Panel.lateness(deadline.lateness)
                            Panel.cell(deadline.event.line)
                        }
                    })
            }
        }
    }

    private func inbox(allowsOperations: Bool) -> Element<Place.Flow> {
        Panel.section("waiting", "Waiting events") {
            if waiting.isEmpty {
                Element(.p, .class("hint")) { "No event waits." }
            } else {
                Panel.table(
                    ["Number", "Received", "Event"],
                    waiting.map { event in
                        Element(.tr, key: "\(event.number)") {
                            Panel.number("\(event.number)")
                            Panel.number(event.received.inWords)
                            Element(.td, .dir(.auto)) {
                                event.event.line
                                if allowsOperations {
                                    Element(
                                        .button, .class("moment"), .aria(.label, "Skip event \(event.number)"),
                                        .onClick(DurableInspectionMessage.skip), .says("event", "\(event.number)")
                                    ) { "Skip" }
                                }
                            }
                        }
                    })
            }
            if hasMoreWaiting { Element(.p, .class("hint")) { "There are more." } }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InstanceDetail {
    private func history(_ query: DurableQuery) -> Element<Place.Flow> {
        Panel.section("journal", "Journal") {
            Element(.div, .class("filters")) {
                Element(.div, .class("field macrostep")) {
                    Element(.label, .for("moment")) { "Go to macrostep" }
                    Element(
                        .input, .id("moment"), .name("moment"), .type(.text), .inputmode("numeric"),
                        .value(query.moment.map { "\($0)" } ?? ""), .autocomplete("off"),
                        .onChange(DurableInspectionMessage.moment))
                }
            }
            if journal.steps.isEmpty {
                Element(.p, .class("hint")) { "It has no macrosteps." }
            } else {
                Panel.table(["Macrostep", "Time", "Cause", "What happened"], journal.steps.map(line))
            }
            Element(.div, key: "turning", .class("actions")) {
                if query.end != nil {
                    Element(.button, key: "newer", .onClick(DurableInspectionMessage.newer)) { "Newer" }
                }
                if journal.hasOlder {
                    Element(.button, key: "older", .onClick(DurableInspectionMessage.older)) { "Older" }
                }
            }
        }
    }

    private func line(_ step: Journal.Step) -> Element<Place.Rows<Place.Flow>> {
        let former = journal[step.number - 1]?.state?.tree?.name
        let name = step.state?.tree?.name
        return Element(.tr, key: "\(step.number)", .class(step.number == moment?.number ? "shown" : "event")) {
            Element(.td) {
                Element(
                    .button, .class("moment"), .aria(.label, "Go to macrostep \(step.number)"),
                    .onClick(DurableInspectionMessage.travel), .says("number", "\(step.number)")
                ) { "\(step.number)" }
            }
            Panel.number(step.time.inWords)
            Panel.cell(step.cause)
            Element(.td, .dir(.auto)) {
                if let event = step.event { Element(.span) { event.line } }
                if let name, former != name {
                    Element(.span, .class("step")) { former.map { " \($0) → \(name)" } ?? " → \(name)" }
                }
                if let outputs = step.outputs { Element(.span, .class("remark")) { " outputs \(outputs.line)" } }
            }
        }
    }
}

extension ShownValue {
    /// The value in a line that is not long.
    var line: String {
        switch self {
        case .tree(let tree): abbreviated(tree.text, to: 300)
        case .withheld: "not shown"
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ShownValue {
    func scene(before: ValueTree?) -> Element<Place.Flow> {
        Element(.div, .class("value-of-store")) {
            switch self {
            case .tree(let tree): Element(.ul, .class("tree")) { tree.item(label: nil, before: before) }
            case .withheld(let reason): Element(.p, .class("hint")) { reason }
            }
        }
    }
}
