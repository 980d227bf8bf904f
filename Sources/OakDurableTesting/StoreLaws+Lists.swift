import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofLists: [Law] { [summaries, filters] }

    private var summaries: Law {
        law("A list tells what the instances tell.") { session in
            let key = try await session.create("a", version: 4)
            session.advance(by: 2)
            try await session.step(.sample(1, of: key))
            session.advance(by: 2)
            try await session.setStatus(.failed, of: key, problem: "no card")
            let instance = try await session.instance("a")
            let expected = InstanceSummary(
                key: key, name: instance.name, version: instance.version, status: .failed, problem: "no card",
                number: 1, created: instance.created, changed: session.now)
            try session.expect(try await session.store.list(InstanceQuery()), [expected], "the list")
        }
    }

    private var filters: Law {
        law("A list has the instances that the query names, in the order of their keys, in parts, too.") { session in
            var all: [StoredInstance] = []
            let statuses = InstanceStatus.allCases
            for index in 0..<24 {
                let (id, machine) = ("\(23 - index)", index % 3 == 0 ? "order" : "invoice")
                let key = try await session.create(id, machine: machine, version: 1 + index % 5)
                switch statuses[index / 2 % statuses.count] {
                case .running: break
                case .ended: try await session.step(.sample(1, of: key, isEnd: true))
                case .failed: try await session.setStatus(.failed, of: key)
                case .cancelled: try await session.setStatus(.cancelled, of: key)
                }
                all.append(try await session.instance(id, machine: machine))
            }
            let sets: [Set<InstanceStatus>] = [
                Set(statuses), [.running], [.failed], [.ended, .cancelled], [.running, .failed, .ended], [],
            ]
            for (machine, statuses, versions) in sets.flatMap({ set in
                [nil, "order", "invoice", "unknown"].flatMap { machine in
                    [nil, 1...2, 5...9, 7...9].map { (machine, set, $0) }
                }
            }) {
                let matching = all.filter {
                    (machine == nil || $0.name.machine == machine) && statuses.contains($0.status)
                        && (versions == nil || versions?.contains($0.version) == true)
                }
                var query = InstanceQuery(machine: machine, statuses: statuses, versions: versions)
                try session.expect(
                    try await session.store.list(query).map(\.key), matching.map(\.key), "the keys for \(query)")
                query.limit = 2
                if matching.count > 1 { query.after = matching[0].key }
                let part = matching.filter { $0.key > query.after }.prefix(2).map(\.key)
                try session.expect(try await session.store.list(query).map(\.key), part, "the keys for \(query)")
            }
            try session.expect(try await session.list(InstanceQuery(limit: 0)), [], "none")
        }
    }
}
