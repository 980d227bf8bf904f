import Foundation
import Oak

/// Takes orders and has jobs done: its states, events, effects and outputs are of every kind that a test may have to
/// write.
enum Workshop: CompositeTransducer {
    struct OrderID: Hashable, Sendable {
        var number: Int
        var shop = "At \"Oak\" \\ Son"
    }
    struct Box<Content: Hashable & Sendable>: Hashable, Sendable { var content: Content }
    struct Details: Hashable, Sendable {
        var amounts: [String: Int] = ["nails": 100, "boards": -2]
        var tags: Set<Character> = ["b", "a"]
        var due: Date? = Date(timeIntervalSinceReferenceDate: 0.1)
        var link = URL(string: "https://example.org/?q=%22")
        var token: UUID? = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var width = 1...3
        var limit: Duration = .milliseconds(1_500)
        var boxes = [Box<Bool?>(content: nil), Box(content: .some(true))]
        var price = 1.5
        var data = Data([1, 2])
    }
    enum Problem: Error, Hashable { case broken, missing(part: String) }

    /// An enum with the case names of an optional.
    enum Choice: Hashable, Sendable { case none, some(Int) }

    /// Its names are no names without quotation marks.
    enum `default`: Hashable {
        enum `class`: Hashable { case a, `two words` }
        struct `in two words`: Hashable { var `var` = 1, `inout` = 2, `in two words` = 3 }
    }

    enum State: Equatable, Terminable {
        case idle
        case taking(OrderID, by: (String?)?)
        case failed(Problem?)
        case busy([OrderID: Double], Children<String, Job.State>)
        case `self`

        var isTerminal: Bool { self == .`self` }

        static func == (lhs: State, rhs: State) -> Bool { "\(lhs)" == "\(rhs)" }
    }
    /// Not `Equatable`.
    enum Event: Sendable {
        case `init`, ordered(OrderID), detailed(Details), failed(any Error), nothing(Void), maybe(Int??)
        case finished(Result<Int, Problem>), moved(x: Double, y: Float), started(job: String)
        indirect case later(Event)
        case job(String, Job.Event), machine(Job.Event)
        case priced(Decimal, URL?), paired(Result<(Int, name: String), Problem>)
        case ranged(PartialRangeFrom<Int>, PartialRangeUpTo<Duration>, PartialRangeThrough<Double>)
        case chosen(Choice, Choice?, Choice??), choices([Choice?], [String: Choice??], Int???)
    }
    typealias Output = [Problem?]

    static let machine = child("machine", Job.self, event: Event.machine, failure: .endsTheRun)
    static let jobs = children("job", Job.self, event: Event.job, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        machine
        switch state {
        case .busy(_, let children): jobs(children)
        case .idle, .taking, .failed, .`self`: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state, event) {
        case (_, .ordered(let order)):
            state = .taking(order, by: .some(nil))
            let after = Effect(id: order, operation: { _, _ in }, after: .milliseconds(1))
            return (.combine(after, .event(.later(.started(job: "later")))), [])
        case (.taking(let order, _), .started(let job)):
            state = .busy([order: 0.5], [job: .waiting])
            return (.sequence(.events([.maybe(.some(nil)), .nothing(())]), .cancelTask(order)), [])
        case (.busy(let orders, var children), .job(let id, let event)):
            let step = jobs.step(&children, id, event)
            state = .busy(orders, children)
            return (step.effect, [nil])
        case (_, .machine(let event)):
            var other = Job.State.waiting
            return (machine.step(&other, event).effect, [])
        case (_, .failed(let problem)):
            state = .failed(problem as? Problem)
            return (nil, [problem as? Problem])
        case (_, .`init`):
            state = .`self`
            return (nil, [.missing(part: "everything")])
        case (_, .nothing), (_, .maybe), (_, .finished), (_, .moved), (_, .started), (_, .job), (_, .later),
            (_, .detailed), (_, .chosen), (_, .choices), (_, .priced), (_, .ranged), (_, .paired):
            return (nil, [])
        }
    }
}

/// A part of the workshop.
enum Job: EffectTransducer {
    enum State: Hashable { case waiting, working(on: [Int]) }
    enum Event: Sendable { case begin, stop }
    enum Work: Hashable { case process, `default` }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .begin:
            state = .working(on: [1])
            return .combine(Effect(id: Work.process) { _, _ in }, Effect(id: Work.default) { _, _ in })
        case .stop: return .cancelTask("\"quoted\"")
        }
    }
}
