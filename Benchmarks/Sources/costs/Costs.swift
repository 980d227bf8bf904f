import Foundation
import Oak

/// Does one of several things a number of times, while valgrind counts allocations and instructions.
@main
enum Costs: String, CaseIterable {
    case drained
    case delivered
    case sent
    case actions
    /// The same with a state of two fields, as in applications.
    case ticks
    /// Actions of a machine three levels deep in another.
    case lifted
    /// Actions of a machine in a case of another, which is in an optional of another, which is in a case of another.
    case embedded
    /// Actions of one of several machines, each of which has a key.
    case keyed
    /// Actions of one of several declared machines, one of which is in an optional.
    case several
    /// Actions of a machine with an identity: an integer, a short text, sixteen bytes.
    case numbered
    case named
    case serialized
    /// The same with a long text, which needs memory at each comparison: its allocations are counted, not promised.
    case namedAtLength
    /// Operations, each started by the answer of the one before: a constant without a name.
    case operations
    /// Operations with names, made in `update`.
    case namedOperations
    /// Operations with one name, made in `update`: each replaces its predecessor.
    case replacingOperations
    /// Children that begin and are removed, one after another.
    case children
    /// Children that begin, have an activity, and end with its answer, one after another.
    case busyChildren
    /// Machines that are created, process one event, and end.
    case machines
    /// Machines that wait for an event when the program ends.
    case idle
    /// The same with effects and an output.
    case idleWithOutput
    /// The baseline: a task that does nothing and is awaited.
    case bareTasks
    /// Not a promise but a test of the counting: one allocation per event.
    case wasteful

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let way = Costs(rawValue: arguments[1]), let count = Int(arguments[2]) else {
            print("usage: costs \(allCases.map(\.rawValue).joined(separator: "|")) COUNT")
            exit(EXIT_FAILURE)
        }
        LoneThread().perform {
            do {
                try await way.process(count)
            } catch {
                print(error)
                exit(EXIT_FAILURE)
            }
        }
        if !Attendance.isComplete {
            print("Not every machine waits")
            exit(EXIT_FAILURE)
        }
    }

    private func process(_ count: Int) async throws {
        switch self {
        case .drained: try await drain(count)
        case .delivered: try await deliver(count)
        case .sent: try await send(count)
        case .actions: try await act(count)
        case .ticks: try await tick(count)
        case .lifted: try await actDeep(count)
        case .embedded: try await actWithin(count)
        case .keyed: try await actUnderKey(count)
        case .several: try await actBesideOthers(count)
        case .numbered: try await act(count, under: .number(7))
        case .named: try await act(count, under: .text("a short name"))
        case .serialized: try await act(count, under: .serial(Serial(7)))
        case .namedAtLength: try await act(count, under: .text("a name that is too long for a string without memory"))
        case .operations: try await operate(.constant, count)
        case .namedOperations: try await operate(.named, count)
        case .replacingOperations: try await operate(.replacing, count)
        case .children: try await visit(count)
        case .busyChildren: try await dine(count)
        case .machines: try await live(count)
        case .idle:
            idle(count) { executor in
                Task(executorPreference: executor) { try await Bystander.run(initialState: .waiting) }
            }
        case .idleWithOutput:
            idle(count) { executor in
                Task(executorPreference: executor) {
                    try await Lookout.run(initialState: .waiting, output: Callback { (_: Int) in })
                }
            }
        case .bareTasks: await awaitTasks(count)
        case .wasteful: try await waste(count)
        }
    }

    private func drain(_ count: Int) async throws {
        let proxy = try filledProxy(count)
        try check(await Tally.run(initialState: .counting(0), proxy: proxy), is: count)
    }

    private func deliver(_ count: Int) async throws {
        let proxy = try filledProxy(count)
        var outputs = 0
        try await Tally.run(
            initialState: .counting(0), proxy: proxy, output: Callback { (_: Int) in outputs += 1 })
        try check(outputs, is: count + 1)
    }

    private func filledProxy(_ count: Int) throws -> Tally.Proxy {
        let proxy = Tally.Proxy(bufferSize: count + 1)
        // All at once, which allocates the buffer once whatever its size.
        try proxy.send(contentsOf: Array(repeating: .add(1), count: count) + CollectionOfOne(.stop))
        return proxy
    }

    /// Sends one by one to a machine that sleeps and is woken each time the buffer has been emptied.
    private func send(_ count: Int) async throws {
        let size = 8
        let proxy = Tally.Proxy(bufferSize: size)
        async let sum = Tally.run(initialState: .counting(0), proxy: proxy)
        for _ in 0..<count / size {
            for _ in 1..<size { try proxy.send(.add(1)) }
            try await withUnsafeThrowingContinuation { sender in
                do { try proxy.send(.addLast(1, sender)) } catch { sender.resume(throwing: error) }
            }
        }
        try proxy.send(.stop)
        try check(await sum, is: count)
    }

    private func act(_ count: Int) async throws {
        let proxy = Chain.Proxy(initialEvent: .step)
        try await Chain.run(initialState: .counting(count), proxy: proxy)
    }

    private func tick(_ count: Int) async throws {
        let proxy = Clockwork.Proxy(initialEvent: .tick)
        try await Clockwork.run(initialState: .init(left: count), proxy: proxy)
    }

    private func actDeep(_ count: Int) async throws {
        typealias Inner = Race<Chain, Chain>
        typealias Middle = Race<Inner, Chain>
        typealias Outer = Race<Middle, Chain>
        let proxy = Outer.Proxy(initialEvent: .first(.first(.first(.step))))
        let idle = Chain.State.counting(0)
        try await Outer.run(
            initialState: .init(.init(.init(.counting(count), idle), idle), idle), proxy: proxy,
            env: .init(.init(.init(), ()), ()))
    }

    private func actWithin(_ count: Int) async throws {
        let proxy = House.Proxy(initialEvent: .floor(.flat(.chain(.step))))
        try await House.run(initialState: .built(.init(flat: .taken(.counting(count)))), proxy: proxy)
    }

    private func actUnderKey(_ count: Int) async throws {
        let proxy = Crowd.Proxy(initialEvent: .member(2, .step))
        var state = Crowd.State()
        for id in 1...3 { state.members[id] = .counting(count) }
        try await Crowd.run(initialState: state, proxy: proxy)
    }

    private func actBesideOthers(_ count: Int) async throws {
        let proxy = Hamlet.Proxy(initialEvent: .second(.step))
        let idle = Chain.State.counting(0)
        try await Hamlet.run(initialState: .init(first: idle, second: .counting(count), third: idle), proxy: proxy)
    }

    private func act(_ count: Int, under name: Lodging.Name) async throws {
        let proxy = Lodging.Proxy(initialEvent: .lodger(.step))
        try await Lodging.run(initialState: .init(name: name, lodger: .counting(count)), proxy: proxy)
    }

    private func operate(_ kind: Errands.Kind, _ count: Int) async throws {
        let proxy = Errands.Proxy(initialEvent: .next)
        try await Errands.run(initialState: .running(kind, left: count), proxy: proxy)
    }

    private func visit(_ count: Int) async throws {
        let proxy = Visits.Proxy(initialEvent: .arrive)
        try await Visits.run(initialState: .init(left: count), proxy: proxy)
    }

    private func dine(_ count: Int) async throws {
        let proxy = Meals.Proxy(initialEvent: .serve)
        try await Meals.run(initialState: .init(left: count), proxy: proxy)
    }

    private func live(_ count: Int) async throws {
        for number in 0..<count {
            let proxy = Tally.Proxy(initialEvent: .stop)
            try check(await Tally.run(initialState: .counting(number), proxy: proxy), is: number)
        }
    }

    /// Starts machines, each in a task of its own, and leaves them to wait when everything else has been done.
    /// - Parameter begin: Begins a machine in a task made there: a closure passed on would need frames of its own.
    private func idle<Output>(_ count: Int, begin: ((any TaskExecutor)?) -> Task<Output, any Error>) {
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        Attendance.expect(count)
        for _ in 0..<count { _ = begin(executor) }
    }

    private func awaitTasks(_ count: Int) async {
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        for _ in 0..<count { await Task(executorPreference: executor) {}.value }
    }

    private func waste(_ count: Int) async throws {
        let proxy = Wasteful.Proxy(bufferSize: count)
        try proxy.send(contentsOf: Array(repeating: .replace, count: count))
        try await Wasteful.run(initialState: Wasteful.State(left: count), proxy: proxy)
    }

    private struct WrongResult: Error { let sum: Int }

    private func check(_ sum: Int, is expected: Int) throws {
        guard sum == expected else { throw WrongResult(sum: sum) }
    }
}
