import Oak
import OakTesting
import Testing

/// The display shows what was measured, in the order in which it was.
@Suite("Race: two machines wired to each other")
struct WiredTests {
    private static func measure<I: Instrument>(_ values: [Int], with type: I.Type) async {
        let instrument = I()
        for value in values { await instrument.measured(value) }
        // On a clock that waits until nothing else can happen.
        try? await TestClock(advancing: .whenIdle).sleep(for: .seconds(60))
        let shown = await instrument.shown
        expectThat(shown == values, "\(values) were measured, \(shown) were shown")
        await instrument.end()
    }

    @Test("A task for each value that is passed on lets one overtake the other")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: .always([1, 2, 3, 4])) { values in
                await Self.measure(values, with: InstrumentModel.self)
            })
        found.shows("were shown")
        #expect(found.events.count == 2)
    }

    @Test("The output of one machine is an event of the other before the next output comes")
    func machine() async {
        await explore(seeds: seedsForMachines, events: .always([1, 2, 3, 4])) { values in
            await Self.measure(values, with: InstrumentWithMachines.self)
        }
    }
}

protocol Instrument: Candidate {
    init()
    func measured(_ value: Int) async
    var shown: [Int] { get async }
}

// MARK: - As it is usually written

actor Sensor {
    private let onChange: @Sendable (Int) -> Void
    private var latest: Int?

    init(onChange: @escaping @Sendable (Int) -> Void) { self.onChange = onChange }

    func measured(_ value: Int) {
        guard value != latest else { return }
        latest = value
        onChange(value)
    }
}

actor Display {
    private(set) var shown: [Int] = []

    func show(_ value: Int) { shown.append(value) }
}

struct InstrumentModel: Instrument {
    private let sensor: Sensor
    private let display: Display

    init() {
        let display = Display()
        self.display = display
        sensor = Sensor { value in
            Task(executorPreference: DeterministicExecutor.current) { await display.show(value) }
        }
    }

    func measured(_ value: Int) async { await sensor.measured(value) }
    var shown: [Int] { get async { await display.shown } }
}

// MARK: - As machines

enum SensorMachine: Transducer {
    struct State: Sendable { var latest: Int? }
    typealias Event = Int

    static func update(_ state: inout State, event value: Int) -> Int {
        state.latest = value
        return value
    }
}

enum DisplayMachine: Transducer {
    struct State: Sendable { var shown: [Int] = [] }
    typealias Event = Int
    typealias Proxy = SyncSuspendingProxy<Int>

    static func update(_ state: inout State, event value: Int) { state.shown.append(value) }
}

private struct InstrumentWithMachines: Instrument {
    let sensor: Running<SensorMachine>
    let display: Running<DisplayMachine>

    init() {
        display = Running(.init(), env: ())
        sensor = Running(.init(), env: (), output: display.proxy.input)
    }

    func measured(_ value: Int) async { sensor.send(value) }
    var shown: [Int] { display.state.shown }

    func end() async {
        await sensor.end()
        await display.end()
    }
}
