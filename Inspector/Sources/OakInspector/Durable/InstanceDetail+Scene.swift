import Foundation
import Oak
import OakDurable
import OakText
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InstanceDetail {
    /// Everything about the instance.
    ///
    /// - Parameter unconfirmed: The operation that the user has to confirm.
    func scene(
        _ query: DurableQuery, allowsOperations: Bool, _ unconfirmed: DurableOperation?
    ) -> Element<Place.Flow> {
        Element(.section, key: "instance \(summary.key)", .class("detail"), .aria(.labelledby, "instance-title")) {
            Panel.heading("instance", "\(summary.name)", summary.status.rawValue, mark: summary.status.mark, .autofocus)
            Element(.p, .class("hint")) {
                "key \(summary.key) · version \(summary.version) · "
                "\(summary.number) \(summary.number == 1 ? "macrostep" : "macrosteps") · "
                "created \(summary.created.inWords) · changed \(summary.changed.inWords)"
            }
            if !summary.tags.isEmpty { Element(.p, .class("hint"), .dir(.auto)) { summary.tagText } }
            if let problem = summary.problem {
                Element(.p, .class("objection"), .dir(.auto)) { "It has failed: \(problem)" }
            }
            operations(allowsOperations, unconfirmed)
            if let shown = query.moment {
                Panel.travel(
                    moment.map { "This is the past: after macrostep \($0.number), at \($0.time.inWords)." }
                        ?? "The journal does not have macrostep \(shown).",
                    live: DurableInspectionMessage.live, back: .back, forth: .forth)
            }
            Element(.div, key: "panels", .class("panels")) {
                drawing
                stateTree(query)
                work
                inbox(allowsOperations: allowsOperations)
            }
            history(query)
        }
    }

    private func operations(_ areAllowed: Bool, _ unconfirmed: DurableOperation?) -> Element<Place.Flow> {
        let status = summary.status
        return Element(.div, key: "operations", .class("filters")) {
            Element(.div, .class("actions")) {
                Panel.button("Back to the list", DurableInspectionMessage.close)
                if areAllowed, status == .failed { Panel.button("Retry", DurableInspectionMessage.retry, "primary") }
                if areAllowed, status == .failed || status == .running {
                    if unconfirmed == .cancel {
                        Panel.button("Cancel it for good", DurableInspectionMessage.confirm, "danger")
                        Panel.button("Leave it", DurableInspectionMessage.dismiss, "plain", .autofocus)
                    } else {
                        Panel.button("Cancel the instance", DurableInspectionMessage.cancel, "quiet")
                    }
                }
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
                            Panel.cell(activity.name, remark: activity.note)
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
                }, otherwise: "No event waits.")
            if hasMoreWaiting { Element(.p, .class("hint")) { "There are more." } }
        }
    }

    // MARK: Journal

    private func history(_ query: DurableQuery) -> Element<Place.Flow> {
        Panel.section("journal", "Journal") {
            Element(.div, .class("filters")) {
                Panel.field(
                    "moment", "Go to macrostep", value: query.moment.map { "\($0)" } ?? "",
                    .onChange(DurableInspectionMessage.moment), .inputmode("numeric"), class: "field macrostep")
            }
            Panel.table(
                ["Macrostep", "Time", "Cause", "What happened"], journal.steps.map(line),
                otherwise: "It has no macrosteps.")
            Panel.turning(
                newer: query.end == nil ? nil : DurableInspectionMessage.newer, older: journal.hasOlder ? .older : nil)
        }
    }

    private func line(_ step: Journal.Step) -> Element<Place.Rows<Place.Flow>> {
        let former = journal[step.number - 1]?.state?.tree?.name
        let name = step.state?.tree?.name
        return Element(.tr, key: "\(step.number)", .class(step.number == moment?.number ? "shown" : "event")) {
            Panel.link(
                "\(step.number)", "Go to macrostep \(step.number)", DurableInspectionMessage.travel,
                .says("number", "\(step.number)"))
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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ShownValue {
    /// The value in a line that is not long.
    fileprivate var line: String {
        switch self {
        case .tree(let tree): abbreviated(tree.text, to: 300)
        case .withheld: "not shown"
        }
    }

    fileprivate func scene(before: ValueTree?) -> Element<Place.Flow> {
        Element(.div, .class("value-of-store")) {
            switch self {
            case .tree(let tree): Element(.ul, .class("tree")) { tree.item(label: nil, before: before) }
            case .withheld(let reason): Element(.p, .class("hint")) { reason }
            }
        }
    }
}
