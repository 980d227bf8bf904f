import CoreMetrics
import PrometheusText
import Testing

@Suite("The text format of Prometheus")
struct PrometheusTextTests {
    let registry = PrometheusRegistry(secondsBuckets: [0.01, 1], valueBuckets: [1, 10])

    /// The text without the count of the refused metrics, which is its end.
    private var lines: [String] { registry.text().split(separator: "\n").map(String.init).dropLast(2) }

    private func counter(_ label: String, _ dimensions: [(String, String)] = []) -> Counter {
        Counter(label: label, dimensions: dimensions, factory: registry)
    }

    @Test("A counter is a sum with the ending _total, and never falls")
    func counters() {
        let counter = counter("orders.placed")
        counter.increment(by: 2)
        counter.increment(by: -1)
        self.counter("orders.placed").increment()
        FloatingPointCounter(label: "litres_total", dimensions: [], factory: registry).increment(by: 0.25)
        #expect(
            lines == [
                "# TYPE litres_total counter", "litres_total 0.25", "# TYPE orders_placed_total counter",
                "orders_placed_total 3",
            ])
        counter.reset()
        #expect(lines.last == "orders_placed_total 0")
    }

    @Test("Meters, and recorders that do not aggregate, are gauges")
    func gauges() {
        let meter = Meter(label: "depth", dimensions: [], factory: registry)
        meter.set(5)
        meter.increment(by: 2)
        meter.decrement(by: 0.5)
        Gauge(label: "load", dimensions: [], factory: registry).record(Double.infinity)
        #expect(lines == ["# TYPE depth gauge", "depth 6.5", "# TYPE load gauge", "load +Inf"])
    }

    @Test("A timer is a histogram in seconds, whatever unit it prefers")
    func timers() {
        let timer = Timer(
            label: "answer.time", dimensions: [("route", "/")], preferredDisplayUnit: .milliseconds, factory: registry)
        timer.recordMilliseconds(10)
        timer.recordMilliseconds(500)
        timer.recordSeconds(2)
        #expect(
            lines == [
                "# TYPE answer_time_seconds histogram", #"answer_time_seconds_bucket{route="/",le="0.01"} 1"#,
                #"answer_time_seconds_bucket{route="/",le="1"} 2"#,
                #"answer_time_seconds_bucket{route="/",le="+Inf"} 3"#, #"answer_time_seconds_sum{route="/"} 2.51"#,
                #"answer_time_seconds_count{route="/"} 3"#,
            ])
    }

    @Test("A recorder that aggregates is a histogram of values")
    func recorders() {
        let recorder = Recorder(label: "changes", dimensions: [], aggregate: true, factory: registry)
        for value in [1.0, 2, 100, .nan] { recorder.record(value) }
        #expect(
            lines == [
                "# TYPE changes histogram", #"changes_bucket{le="1"} 1"#, #"changes_bucket{le="10"} 2"#,
                #"changes_bucket{le="+Inf"} 3"#, "changes_sum 103", "changes_count 3",
            ])
    }

    @Test("Each name has one block, in which the order of dimensions makes no difference")
    func blocks() {
        counter("b", [("x", "2")]).increment()
        counter("a").increment()
        counter("b", [("x", "1"), ("y", "1")]).increment()
        counter("b", [("y", "1"), ("x", "1")]).increment()
        #expect(
            lines == [
                "# TYPE a_total counter", "a_total 1", "# TYPE b_total counter", #"b_total{x="1",y="1"} 2"#,
                #"b_total{x="2"} 1"#,
            ])
    }

    @Test("Names are made valid, and values are escaped")
    func names() {
        counter("2 größe:x-y", [("1st.name", "a\\b\"c\nd\r\ne"), ("le", "é"), ("__own", ""), ("", "z")]).increment()
        #expect(
            lines.last
                == #"_2_gr__e:x_y_total{_="z",_1st_name="a\\b\"c\nd\ne",label___own="",label_le="é"} 1"#)
        counter("twice", [("a.b", "1"), ("a_b", "2")]).increment()
        #expect(lines.last == #"twice_total{a_b="2"} 1"#)
    }

    @Test("Series beyond the limit, and of a second kind, are refused and counted")
    func limit() {
        let registry = PrometheusRegistry(limit: 2)
        for number in 1...5 {
            Counter(label: "visits", dimensions: [("page", "\(number)")], factory: registry).increment()
        }
        Meter(label: "visits_total", dimensions: [("page", "1")], factory: registry).set(7)
        #expect(
            registry.text() == """
                # TYPE visits_total counter
                visits_total{page="1"} 1
                visits_total{page="2"} 1
                # TYPE metrics_refused_total counter
                metrics_refused_total 4

                """)
    }

    @Test("A destroyed metric leaves the text and makes room for another")
    func destroyed() {
        let registry = PrometheusRegistry(limit: 1)
        let old = Counter(label: "old", dimensions: [], factory: registry)
        old.destroy()
        Timer(label: "new", dimensions: [], preferredDisplayUnit: .seconds, factory: registry).recordSeconds(1)
        #expect(!registry.text().contains("old"))
        #expect(registry.text().contains("new_seconds_count 1"))
    }

    @Test("No value is lost when many tasks record at once")
    func threads() async {
        let registry = registry
        await withTaskGroup { group in
            for task in 1...8 {
                group.addTask {
                    for _ in 1...1000 {
                        Counter(label: "hits", dimensions: [("odd", "\(task % 2)")], factory: registry).increment()
                        Timer(
                            label: "time", dimensions: [], preferredDisplayUnit: .seconds, factory: registry
                        ).recordSeconds(1)
                        _ = task % 4 == 0 ? registry.text() : ""
                    }
                }
            }
        }
        #expect(lines.contains(#"hits_total{odd="0"} 4000"#) && lines.contains(#"hits_total{odd="1"} 4000"#))
        #expect(lines.contains("time_seconds_count 8000") && lines.contains("time_seconds_sum 8000"))
    }
}
