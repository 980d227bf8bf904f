import Oak
import OakGraph

/// Runs a machine along a diagram, and records its outputs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct MarblePlayer<T: ExecutableTransducer> where T.Event: Sendable {
    /// An output, or the end of the run.
    enum Note {
        case output(T.Output)
        case end
        case failure(any Error)
    }

    private let tester: TransducerTester<T>
    private let clock: TestClock
    private let frame: Duration
    private let start: TestClock.Instant
    private let site: CallSite
    private var isOver = false

    /// The recorded notes of each frame.
    private(set) var notes: [[Note]]

    init(_ tester: TransducerTester<T>, clock: TestClock, frame: Duration, count: Int, site: CallSite) {
        self.tester = tester
        self.clock = clock
        self.frame = frame
        self.site = site
        start = clock.now
        notes = Array(repeating: [], count: count)
    }

    /// Sends the events of each frame at its beginning, after everything that is due then.
    mutating func play(_ events: [[(mark: MarbleDiagram.Mark, value: T.Event?)]]) async {
        for index in notes.indices where !tester.isEndless {
            await goOn(to: beginning(of: index))
            for (mark, event) in index < events.count ? events[index] : [] {
                if let event { send(event, as: mark.character, in: index) } else { tester.proxy.cancel() }
                await settle()
            }
        }
        await wakeSleepers { [end = beginning(of: notes.count)] in $0 < end }
        await finish()
    }

    private func beginning(of index: Int) -> TestClock.Instant { start.advanced(by: frame * index) }

    private func send(_ event: T.Event, as letter: Character, in index: Int) {
        do {
            try InputPort(tester.proxy.mailbox).send(event)
        } catch {
            report(
                "The machine does not accept \"\(letter)\" in frame \(index), \(sourceText(of: event)): "
                    + sentence(of: error), at: site)
        }
    }

    private mutating func goOn(to moment: TestClock.Instant) async {
        await settle()
        await wakeSleepers { $0 <= moment }
        await clock.advance(to: moment)
    }

    private mutating func wakeSleepers(where isDue: (TestClock.Instant) -> Bool) async {
        while !tester.isEndless, let deadline = clock.sleepers.first, isDue(deadline) {
            await clock.advance(to: deadline)
            await settle()
        }
    }

    /// Settles the machine, and records its outputs in the current frame.
    private mutating func settle() async {
        await tester.settle()
        let index = Int((clock.now.offset - start.offset).attoseconds / frame.attoseconds)
        guard notes.indices.contains(index) else { return }
        for entry in tester.journal.takeAll() where !entry.isVacuous {
            if case .output(let output) = entry { notes[index].append(.output(output)) }
        }
        guard !isOver, let result = tester.ending.result else { return }
        isOver = true
        switch result {
        case .success: notes[index].append(.end)
        case .failure(let error): notes[index].append(.failure(error))
        }
    }

    private func finish() async {
        guard !tester.hasEnded else {
            tester.isFinished = true
            return
        }
        await tester.finish(fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
    }
}
