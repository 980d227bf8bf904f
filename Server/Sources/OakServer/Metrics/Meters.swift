#if Server
    import CoreMetrics
    import Oak

    /// The metrics of a factory, each of them made when it is first needed.
    final class Meters: Sendable {
        private struct Made {
            var counters: [String: Counter] = [:]
            var gauges: [String: Gauge] = [:]
            var meters: [String: Meter] = [:]
            var timers: [String: CoreMetrics.Timer] = [:]
        }

        private struct Reference {
            weak var meters: Meters?
        }

        private static let known = Protected<[ObjectIdentifier: Reference]>([:])

        private let factory: any MetricsFactory
        private let made = Protected(Made())

        private init(_ factory: any MetricsFactory) { self.factory = factory }

        /// The metrics that all runs and hosts with a factory share, so that a machine at rest has none of its own.
        ///
        /// - Parameter factory: The factory; by default that of the process. Others without an identity share nothing.
        static func shared(by factory: (any MetricsFactory)?) -> Meters {
            let own = factory ?? MetricsSystem.factory
            let type = type(of: own)
            let isObject = type is AnyClass
            guard isObject || factory == nil else { return Meters(own) }
            let identity = isObject ? ObjectIdentifier(own as AnyObject) : ObjectIdentifier(type)
            return known.withLock { known in
                if let meters = known[identity]?.meters { return meters }
                known = known.filter { $0.value.meters != nil }
                let meters = Meters(own)
                known[identity] = Reference(meters: meters)
                return meters
            }
        }

        func counter(_ label: String, _ labels: (String, String)...) -> Counter {
            metric(\.counters, label, labels) { Counter(label: label, dimensions: labels, factory: factory) }
        }

        func gauge(_ label: String, _ labels: (String, String)...) -> Gauge {
            metric(\.gauges, label, labels) { Gauge(label: label, dimensions: labels, factory: factory) }
        }

        func meter(_ label: String, _ labels: (String, String)...) -> Meter {
            metric(\.meters, label, labels) { Meter(label: label, dimensions: labels, factory: factory) }
        }

        func timer(_ label: String, _ labels: (String, String)...) -> CoreMetrics.Timer {
            metric(\.timers, label, labels) {
                CoreMetrics.Timer(label: label, dimensions: labels, preferredDisplayUnit: .seconds, factory: factory)
            }
        }

        private func metric<Metric>(
            _ kind: WritableKeyPath<Made, [String: Metric]>, _ label: String, _ labels: [(String, String)],
            _ make: () -> Metric
        ) -> Metric {
            let name = labels.reduce(label) { "\($0)\0\($1.1)" }
            return made.withLock { made in
                if let metric = made[keyPath: kind][name] { return metric }
                let metric = make()
                made[keyPath: kind][name] = metric
                return metric
            }
        }
    }

    /// The values of a label, of which there may be only so many.
    struct BoundedNames {
        private let limit: Int
        private var names: Set<String> = []

        init(limit: Int) { self.limit = limit }

        mutating func name(of text: String) -> String {
            if names.contains(text) { return text }
            guard names.count < limit else { return "other" }
            names.insert(text)
            return text
        }
    }
#endif
