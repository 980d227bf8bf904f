import Foundation
import OakWeb

/// The parts that the panels of stores have in common.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Panel {
    static func section(
        _ name: String, _ title: String, @HTMLBuilder<Place.Flow> content: () -> HTML
    ) -> Element<Place.Flow> {
        Element(.section, key: name, .class("panel \(name)"), .aria(.labelledby, "\(name)-title")) {
            Element(.h3, .id("\(name)-title"), .dir(.auto)) { title }
            content()
        }
    }

    static func table(_ headings: [String], _ rows: [Element<Place.Rows<Place.Flow>>]) -> Element<Place.Flow> {
        Element(.div, .class("log")) {
            Element(.table, .class("entries")) {
                Element(.thead) {
                    Element(.tr) {
                        for heading in headings { Element(.th, .scope("col")) { heading } }
                    }
                }
                Element(.tbody) {
                    for row in rows { row }
                }
            }
        }
    }

    /// A cell with a text of a store, which may be written from right to left.
    static func cell(_ text: String) -> Element<Place.Cells<Place.Flow>> { Element(.td, .dir(.auto)) { text } }

    static func number(_ text: String) -> Element<Place.Cells<Place.Flow>> {
        Element(.td, .class("number")) { text }
    }

    /// A cell with a button that opens an instance.
    static func opener(of name: String, key: Int64) -> Element<Place.Cells<Place.Flow>> {
        Element(.td) {
            Element(
                .button, .class("moment opener"), .dir(.auto), .onClick(DurableInspectionMessage.open),
                .says("key", "\(key)")
            ) { name }
        }
    }

    /// A cell with the time of a deadline in relation to now.
    ///
    /// - Parameter seconds: How late it is; negative for one that is ahead.
    static func lateness(_ seconds: TimeInterval) -> Element<Place.Cells<Place.Flow>> {
        Element(.td, .class(seconds > 0 ? "number trouble" : "number")) {
            seconds > 0 ? "late by \(seconds.inWords)" : "in \((-seconds).inWords)"
        }
    }
}

extension Date {
    /// The time in UTC, to the second.
    var inWords: String { ISO8601Format().split(separator: "T").joined(separator: " ") }
}
