import OakDurable
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Overview {
    func heading(_ name: String) -> Element<Place.Flow> { Panel.heading("host", name, condition, mark: "") }

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
                Panel.table(
                    ["Instance", "Time-out", "Due"],
                    deadlines.map { deadline in
                        Element(.tr, key: "\(deadline.key) \(deadline.name)") {
                            Panel.opener(of: "\(deadline.instance)", key: deadline.key)
                            Panel.cell(deadline.name)
                            Panel.lateness(deadline.lateness)
                        }
                    }, otherwise: "No deadline.")
            }
            Panel.section("activities", "Activities under way") {
                Panel.table(
                    ["Instance", "Activity"],
                    activities.map { activity in
                        Element(.tr, key: "\(activity.key) \(activity.name)") {
                            Panel.opener(of: "\(activity.instance)", key: activity.key)
                            Panel.cell(activity.name, remark: activity.note)
                        }
                    }, otherwise: "No activity.")
                if !queues.isEmpty {
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
            }
            Panel.section("owners", "Owners and leases") {
                Panel.table(
                    ["Owner", "Shards", "Generation", "Last transaction"],
                    owners.map { owner in
                        Element(.tr, key: owner.name ?? "nobody") {
                            Panel.cell(owner.name ?? "nobody")
                            Panel.number(owner.shards)
                            Panel.number("\(owner.generation)")
                            Panel.number(owner.age.map { "\(max(0, $0).inWords) ago" } ?? "–")
                        }
                    }, otherwise: "The store does not tell.")
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InstanceList {
    func scene(_ query: DurableQuery, total: DurableInspection.Total?) -> Element<Place.Flow> {
        Panel.section("instances", title(query.filter)) {
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
                        Panel.cell(row.tagText)
                    }
                }, otherwise: "There is no such instance.")
            turning(query, total: total)
        }
    }

    private func turning(_ query: DurableQuery, total: DurableInspection.Total?) -> Element<Place.Flow> {
        Element(.div, key: "turning", .class("actions")) {
            if !query.trail.isEmpty { Panel.button("Previous", DurableInspectionMessage.previous) }
            if hasNext { Panel.button("Next", DurableInspectionMessage.next) }
            if let count = total?.filter == query.filter ? total?.count : sample.isMore ? nil : sample.count {
                Element(.p, key: "total", .role("status")) { count == 1 ? "1 instance" : "\(count) instances" }
            } else {
                Panel.button("Count all of them", DurableInspectionMessage.count, "quiet")
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
        case .running, .ended: rawValue
        case .failed, .cancelled: "failed"
        }
    }
}
