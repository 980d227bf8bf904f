import OakDurable
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Overview {
    func heading(_ name: String) -> Element<Place.Flow> {
        Element(.header, key: "heading", .class("heading")) {
            Element(.h2, .dir(.auto), .focusable) { name }
            Element(.span, .class("badge"), .role("status"), .dir(.auto)) { condition }
        }
    }

    var panels: Element<Place.Flow> {
        Element(.div, key: "panels", .class("panels")) {
            Panel.section("backlog", "Backlog") {
                Panel.table(
                    ["What", "Number"],
                    figures.map { figure in
                        Element(.tr, key: figure.title) {
                            Panel.cell(figure.title)
                            Panel.number(figure.count.text)
                        }
                    })
            }
            Panel.section("deadlines", "Next deadlines") {
                if deadlines.isEmpty { Element(.p, .class("hint")) { "No deadline." } } else { deadlineTable }
            }
            Panel.section("activities", "Activities under way") {
                if activities.isEmpty { Element(.p, .class("hint")) { "No activity." } } else { activityTable }
                if !queues.isEmpty { queueTable }
            }
            Panel.section("owners", "Owners and leases") {
                if owners.isEmpty { Element(.p, .class("hint")) { "The store does not tell." } } else { ownerTable }
            }
        }
    }

    private var deadlineTable: Element<Place.Flow> {
        Panel.table(
            ["Instance", "Time-out", "Due"],
            deadlines.map { deadline in
                Element(.tr, key: "\(deadline.key) \(deadline.name)") {
                    Panel.opener(of: "\(deadline.instance)", key: deadline.key)
                    Panel.cell(deadline.name)
                    Panel.lateness(deadline.lateness)
                }
            })
    }

    private var activityTable: Element<Place.Flow> {
        Panel.table(
            ["Instance", "Activity"],
            activities.map { activity in
                Element(.tr, key: "\(activity.key) \(activity.name)") {
                    Panel.opener(of: "\(activity.instance)", key: activity.key)
                    Element(.td, .dir(.auto)) {
                        activity.name
                        if !activity.note.isEmpty { Element(.span, .class("remark")) { " \(activity.note)" } }
                    }
                }
            })
    }

    private var queueTable: Element<Place.Flow> {
        Panel.table(
            ["Queue", "Ready", "Next attempt of another"],
            queues.map { queue in
                Element(.tr, key: queue.name) {
                    Panel.cell(queue.name)
                    Panel.number(queue.ready.text)
                    Panel.number(queue.next.map { "in \($0.inWords)" } ?? "–")
                }
            })
    }

    private var ownerTable: Element<Place.Flow> {
        Panel.table(
            ["Owner", "Shards", "Generation", "Last transaction"],
            owners.map { owner in
                Element(.tr, key: owner.name ?? "nobody") {
                    Panel.cell(owner.name ?? "nobody")
                    Panel.number(owner.shards)
                    Panel.number("\(owner.generation)")
                    Panel.number(owner.age.map { "\(max(0, $0).inWords) ago" } ?? "–")
                }
            })
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InstanceList {
    func scene(_ query: DurableQuery, total: DurableInspection.Total?) -> Element<Place.Flow> {
        Panel.section("instances", title(query.filter)) {
            if rows.isEmpty {
                Element(.p, .class("hint")) { "There is no such instance." }
            } else {
                Panel.table(
                    ["Instance", "Status", "Macrosteps", "Last change", "Tags"],
                    rows.map { row in
                        Element(.tr, key: "\(row.key)") {
                            Panel.opener(of: "\(row.name)", key: row.key)
                            Element(.td) {
                                Element(.span, .class("badge \(row.status.mark)")) { row.status.rawValue }
                            }
                            Panel.number("\(row.number)")
                            Panel.number(row.changed.inWords)
                            Panel.cell(row.tags)
                        }
                    })
            }
            turning(query, total: total)
        }
    }

    private func turning(_ query: DurableQuery, total: DurableInspection.Total?) -> Element<Place.Flow> {
        Element(.div, key: "turning", .class("actions")) {
            if !query.trail.isEmpty {
                Element(.button, key: "previous", .onClick(DurableInspectionMessage.previous)) { "Previous" }
            }
            if hasNext { Element(.button, key: "next", .onClick(DurableInspectionMessage.next)) { "Next" } }
            if let total, total.filter == query.filter {
                Element(.p, key: "total", .role("status")) {
                    total.count == 1 ? "1 instance" : "\(total.count) instances"
                }
            } else if sample.isMore {
                Element(.button, key: "count", .class("quiet"), .onClick(DurableInspectionMessage.count)) {
                    "Count all of them"
                }
            } else {
                Element(.p, key: "total", .role("status")) {
                    sample.count == 1 ? "1 instance" : "\(sample.count) instances"
                }
            }
        }
    }

    private func title(_ filter: DurableQuery.Filter) -> String {
        let parts = [filter.status?.rawValue, filter.machine, filter.tag?.text].compactMap { $0 }
        return parts.isEmpty ? "All instances" : "Instances: \(parts.joined(separator: ", "))"
    }
}

extension InstanceStatus {
    /// The class name for it.
    var mark: String {
        switch self {
        case .running: "running"
        case .ended: "ended"
        case .failed, .cancelled: "failed"
        }
    }
}
