import Foundation
import Oak
import OakDurable

/// The part of the stores that a page shows.
struct DurablePicture: Hashable, Sendable {
    struct Source: Hashable, Sendable {
        let number: Int
        let name: String
    }

    var sources: [Source] = []
    /// The source that is shown.
    var source: Source?
    var allowsOperations = false
    var overview: Overview?
    var list: InstanceList?
    var detail: InstanceDetail?
    /// The reason why parts are missing.
    var trouble: String?
}

/// The things that a user asks to see.
struct DurableQuery: Hashable, Sendable {
    /// The number of the source; `nil` for the first one.
    var source: Int?
    var filter = Filter()
    /// The keys after which the pages before begin, and this one.
    var trail: [InstanceKey] = []
    /// The key of the selected instance.
    var instance: InstanceKey?
    /// The number of the macrostep whose state is shown; `nil` for the present.
    var moment: Int?
    /// The number of the last macrostep in the list; `nil` for the latest.
    var end: Int?

    /// The instances of a list.
    struct Filter: Hashable, Sendable {
        var machine: String?
        var status: InstanceStatus?
        var tag: StoredTag?
        /// The text of a tag, as the user has written it.
        var tagText = ""

        func query(after key: InstanceKey = 0, limit: Int) -> InstanceQuery {
            InstanceQuery(
                machine: machine, statuses: status.map { [$0] } ?? Set(InstanceStatus.allCases),
                tags: tag.map { [$0.name: $0.value] } ?? [:], after: key, limit: limit)
        }
    }
}

/// Instances, a page at a time.
struct InstanceList: Hashable, Sendable {
    /// The values of tags among the first instances.
    struct Facet: Hashable, Sendable {
        let tag: StoredTag
        let count: Int
    }

    var rows: [InstanceSummary] = []
    var hasNext = false
    var facets: [Facet] = []
    /// The number of instances whose tags were counted, which are all unless there are more.
    var sample = Overview.Bounded(0)
    /// The filter for which the tags were counted, and when.
    var counted: Counted?

    struct Counted: Hashable, Sendable {
        let source: Int
        let filter: DurableQuery.Filter
        let time: Date
    }

    /// The number of instances on a page.
    static let pageLength = 50
    /// The number of instances whose tags are counted, and of values that are shown.
    static let sampleLength = 1000
    static let facetsShown = 24
    /// How long the numbers of tags are shown before they are counted again, in seconds.
    static let countingInterval: TimeInterval = 5
}

extension Access {
    /// Reads a page of instances.
    ///
    /// - Parameter previous: The page before, whose numbers of tags are good for some seconds.
    func list(for query: DurableQuery, of source: Int, previous: InstanceList?) async throws -> InstanceList {
        var list = InstanceList()
        let limit = InstanceList.pageLength
        let found = try await store.list(query.filter.query(after: query.trail.last ?? 0, limit: limit + 1))
        list.rows = Array(found.prefix(limit))
        // The page of an instance alone shows its problem, without what is hidden in it.
        for place in list.rows.indices { list.rows[place].problem = nil }
        list.hasNext = found.count > limit
        if let previous, let counted = previous.counted, counted.source == source, counted.filter == query.filter,
            0..<InstanceList.countingInterval ~= now.timeIntervalSince(counted.time)
        {
            (list.facets, list.sample, list.counted) = (previous.facets, previous.sample, counted)
        } else {
            try await countTags(of: query.filter, in: &list)
            list.counted = InstanceList.Counted(source: source, filter: query.filter, time: now)
        }
        return list
    }

    private func countTags(of filter: DurableQuery.Filter, in list: inout InstanceList) async throws {
        let limit = InstanceList.sampleLength
        let found = try await store.list(filter.query(limit: limit + 1))
        list.sample = Overview.Bounded(found.count, limit: limit)
        var counts: [StoredTag: Int] = [:]
        for summary in found.prefix(limit) {
            for (name, value) in summary.tags { counts[StoredTag(name: name, value: value), default: 0] += 1 }
        }
        list.facets = counts.map { InstanceList.Facet(tag: $0, count: $1) }.sorted {
            ($1.count, $0.tag.text) < ($0.count, $1.tag.text)
        }.prefix(InstanceList.facetsShown).map { $0 }
    }
}

extension InstanceSummary {
    var tagText: String { tags.map { StoredTag(name: $0, value: $1).text }.sorted().joined(separator: " ") }
}
