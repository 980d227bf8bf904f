import Oak
import OakDurable
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DurableInspection.State {
    /// The visible page: the hosts, the filter, and the instances or one of them.
    ///
    /// - Parameter machines: The path of the page of machines, if there is one.
    func scene(machines: String?) -> HTML {
        HTML {
            Element(.div, .class("inspector durable")) {
                sidebar(machines: machines)
                Element(.div, key: "content", .class("detail")) {
                    messages
                    if let detail = picture.detail {
                        detail.scene(query, allowsOperations: picture.allowsOperations, unconfirmed)
                    } else if query.instance != nil {
                        Element(.div, key: "back", .class("actions")) {
                            Panel.button("Back to the list", DurableInspectionMessage.close)
                        }
                    } else if let overview = picture.overview {
                        overview.heading(picture.source?.name ?? "")
                        overview.panels
                        if let list = picture.list { list.scene(query, total: total) }
                    } else if picture.sources.isEmpty {
                        Panel.nothing(
                            "No durable host is watched",
                            "Call inspector.watch(host, as: …), and its instances appear here.")
                    } else {
                        Panel.nothing("Reading", "The host and its store are asked.")
                    }
                }
            }
        }
    }

    /// The answer to an operation, and what could not be read.
    private var messages: Element<Place.Flow> {
        Element(.div, key: "messages", .class("messages"), .aria(.live, "polite")) {
            switch answer {
            case .done(let text): Element(.p, .dir(.auto)) { text }
            case .refused(let reason): Element(.p, .class("objection"), .role("alert"), .dir(.auto)) { reason }
            case nil: Fragment<Place.Flow>.empty
            }
            if let silence {
                Element(.p, .class("objection")) { "The store has not answered for \(silence) s." }
            }
            if let trouble = picture.trouble ?? picture.overview?.trouble {
                Element(.p, .class("objection"), .dir(.auto)) { trouble }
            }
        }
    }

    private func sidebar(machines: String?) -> Element<Place.Flow> {
        Element(.section, key: "runs", .class("runs"), .aria(.labelledby, "runs-title")) {
            Element(.h2, .id("runs-title")) { "Hosts" }
            if let machines {
                Element(.p) { Element(.a, .class("button"), .href(page: machines)) { "Machines that run" } }
            }
            if picture.sources.count > 1 {
                Element(.ul) {
                    for source in picture.sources {
                        choice(
                            "\(source.number)", source.name, isChosen: picture.source == source, .source,
                            .says("source", "\(source.number)"))
                    }
                }
            }
            if let overview = picture.overview {
                Panel.field(
                    "find", "Open an instance", value: "", .onChange(DurableInspectionMessage.find),
                    hint: "MACHINE/ID, then Enter")
                counts(overview.machines)
                tags
            }
        }
    }

    /// An item of a list in which the user chooses.
    private func choice(
        _ key: String, _ title: String, _ look: String = "", isChosen: Bool, badge: String? = nil,
        mark: String = "ended", _ message: DurableInspectionMessage, _ value: Attribute?, _ other: Attribute? = nil
    ) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: key) {
            Element(
                .button, .class("run \(look)"), .onClick(message), value, other,
                isChosen ? .aria(.current, "true") : nil
            ) {
                Element(.span, .class("name"), .dir(.auto)) { title }
                if let badge { Element(.span, .class("badge \(mark)")) { badge } }
            }
        }
    }

    private func counts(_ machines: [Overview.Machine]) -> Element<Place.Flow> {
        Element(.div, key: "counts", .class("counts")) {
            Element(.h3) { "Instances" }
            Element(.ul) {
                filter(nil, nil, "All", nil)
                for machine in machines {
                    filter(machine.name, nil, machine.name, nil)
                    for status in InstanceStatus.allCases {
                        if let count = machine.counts[status], count.count > 0 {
                            filter(machine.name, status, status.rawValue, count.text)
                        }
                    }
                }
            }
        }
    }

    private func filter(
        _ machine: String?, _ status: InstanceStatus?, _ title: String, _ count: String?
    ) -> Element<Place.Items<Place.Flow>> {
        choice(
            "\(status?.rawValue ?? "all") \(machine ?? "")", title, status == nil ? "machine" : "condition",
            isChosen: query.filter.machine == machine && query.filter.status == status, badge: count,
            mark: status == .failed ? "failed" : "ended", .filter, machine.map { .says("machine", $0) },
            status.map { .says("status", $0.rawValue) })
    }

    private var tags: Element<Place.Flow> {
        Element(.div, key: "tags", .class("counts")) {
            Panel.field(
                "tag", "Tag", value: query.filter.tagText, .onChange(DurableInspectionMessage.tag),
                hint: "NAME=VALUE, then Enter; empty for all")
            if let list = picture.list, !list.facets.isEmpty {
                Element(.ul) {
                    for facet in list.facets {
                        let isChosen = query.filter.tag == facet.tag
                        choice(
                            facet.tag.text, facet.tag.text, "condition", isChosen: isChosen, badge: "\(facet.count)",
                            .facet, .says("tag", isChosen ? "" : facet.tag.text))
                    }
                }
                if list.sample.isMore {
                    Element(.p, .class("hint")) { "Among the first \(list.sample.count) of these instances." }
                }
            }
        }
    }
}
