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
                        back
                    } else if let overview = picture.overview {
                        overview.heading(picture.source?.name ?? "")
                        overview.panels
                        if let list = picture.list { list.scene(query, total: total) }
                    } else {
                        nothing
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

    private var back: Element<Place.Flow> {
        Element(.div, key: "back", .class("actions")) {
            Element(.button, .onClick(DurableInspectionMessage.close)) { "Back to the list" }
        }
    }

    private var nothing: Element<Place.Flow> {
        Element(.div, key: "nothing", .class("nothing")) {
            Element(.h2) { picture.sources.isEmpty ? "No durable host is watched" : "Reading" }
            Element(.p, .class("hint")) {
                picture.sources.isEmpty
                    ? "Call inspector.watch(host, as: …), and its instances appear here."
                    : "The host and its store are asked."
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
                    for source in picture.sources { item(source) }
                }
            }
            if let overview = picture.overview {
                find
                counts(overview.machines)
                tags
            }
        }
    }

    private func item(_ source: DurablePicture.Source) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: "\(source.number)") {
            Element(
                .button, .class("run"), .onClick(DurableInspectionMessage.source), .says("source", "\(source.number)"),
                picture.source == source ? .aria(.current, "true") : nil
            ) {
                Element(.span, .class("name"), .dir(.auto)) { source.name }
            }
        }
    }

    private var find: Element<Place.Flow> {
        Element(.div, key: "find", .class("field")) {
            Element(.label, .for("find")) { "Open an instance" }
            Element(
                .input, .id("find"), .name("find"), .type(.text), .value(""), .autocomplete("off"),
                .spellcheck(false), .onChange(DurableInspectionMessage.find))
            Element(.p, .class("hint")) { "MACHINE/ID, then Enter" }
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
        let isChosen = query.filter.machine == machine && query.filter.status == status
        return Element(.li, key: "\(status?.rawValue ?? "all") \(machine ?? "")") {
            Element(
                .button, .class("run \(status == nil ? "machine" : "condition")"),
                .onClick(DurableInspectionMessage.filter), machine.map { .says("machine", $0) },
                status.map { .says("status", $0.rawValue) }, isChosen ? .aria(.current, "true") : nil
            ) {
                Element(.span, .class("name"), .dir(.auto)) { title }
                if let count { Element(.span, .class("badge \(status == .failed ? "failed" : "ended")")) { count } }
            }
        }
    }

    private var tags: Element<Place.Flow> {
        Element(.div, key: "tags", .class("counts")) {
            Element(.div, .class("field")) {
                Element(.label, .for("tag")) { "Tag" }
                Element(
                    .input, .id("tag"), .name("tag"), .type(.text), .value(query.filter.tagText), .autocomplete("off"),
                    .spellcheck(false), .onChange(DurableInspectionMessage.tag))
                Element(.p, .class("hint")) { "NAME=VALUE, then Enter; empty for all" }
            }
            if let list = picture.list, !list.facets.isEmpty {
                Element(.ul) {
                    for facet in list.facets { item(facet) }
                }
                if list.sample.isMore {
                    Element(.p, .class("hint")) { "Among the first \(list.sample.count) of these instances." }
                }
            }
        }
    }

    private func item(_ facet: InstanceList.Facet) -> Element<Place.Items<Place.Flow>> {
        let isChosen = query.filter.tag == facet.tag
        return Element(.li, key: facet.tag.text) {
            Element(
                .button, .class("run condition"), .onClick(DurableInspectionMessage.facet),
                .says("tag", isChosen ? "" : facet.tag.text), isChosen ? .aria(.current, "true") : nil
            ) {
                Element(.span, .class("name"), .dir(.auto)) { facet.tag.text }
                Element(.span, .class("badge ended")) { "\(facet.count)" }
            }
        }
    }
}
