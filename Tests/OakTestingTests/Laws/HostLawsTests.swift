import Oak
import OakTesting
import Synchronization
import Testing

@Suite("Laws of hosts")
struct HostLawsTests {
    @Test("A run in a task passes the laws")
    func task() async {
        await checkLaws(ofHost: "a task", patience: 0) { TaskHost($0, $1, nil, $2).handle }
    }

    @Test("Each fault of a host breaks its law", arguments: TaskHost.Fault.allCases)
    func broken(fault: TaskHost.Fault) async {
        let issues = await Issues.of {
            await checkLaws(ofHost: "a task", patience: 0, make: { TaskHost($0, $1, fault, $2).handle }, line: 2)
        }
        #expect(issues.breaks(fault.rawValue), "\(issues.messages)")
        #expect(Set(issues.lines) == [2])
    }
}

extension HostLawsTests {
    @Test("A host that ends its run on release passes the laws")
    func releasing() async {
        await checkLaws(ofHost: "an owner", patience: 0, whenReleased: .ends) {
            TaskHost($0, $1, nil, whenReleased: .ends, $2).handle
        }
    }

    @Test("A host that breaks its promise to end its run on release fails the law")
    func keepsRunning() async {
        let issues = await Issues.of {
            await checkLaws(
                ofHost: "a task", patience: 0, whenReleased: .ends, make: { TaskHost($0, $1, nil, $2).handle })
        }
        #expect(issues.breaks("C9 A machine whose host is released"), "\(issues.messages)")
    }
}

/// A host that runs its machine in a task, correctly or with a fault.
struct TaskHost: Sendable {
    /// The faults, each with the beginning of the law that it breaks.
    enum Fault: String, CaseIterable {
        case startsElsewhere = "A host shows its initial state"
        case showsOldState = "C2 A host shows the state after each event"
        case confusesOrder = "C2 A host shows the state after each event, in the order"
        case completesTwice = "C8 A machine in a terminal state completes once"
        case losesOutput = "C8 A machine in a terminal state completes once, with the output"
        case doesNotBegin = "C10 A machine that begins in a terminal state"
        case ignoresCancellation = "C12 A machine that is cancelled"
        case completesWithEachCancellation = "C12 A machine that is cancelled completes once"
        case hidesFailures = "C11 A machine whose effect fails"
        case dropsLateEvents = "C13 A send after the end"
        case leavesEffects = "C9 When a machine that is cancelled has completed"
        case leavesEffectsAtTheEnd = "C8 When a machine in a terminal state has completed"
        case onlyEnqueues = "C33 A host processes an event before `send` returns"
        case losesEarlyEvents = "C14 Events that are sent before the machine has begun"
        case losesEarlyCancellation = "C12 A machine that is cancelled before it has begun"
    }

    typealias Completion = @Sendable (Result<Int, any Error>) -> Void

    private final class States: Storage, Sendable {
        private let content: Mutex<HostProbe.State>
        var storedValue: HostProbe.State {
            get { content.withLock { $0 } }
            set { content.withLock { $0 = newValue } }
        }
        init(_ state: HostProbe.State) { content = Mutex(state) }
    }

    let handle: HostHandle

    /// Ends a run when it is released.
    private final class Lease: Sendable {
        private let proxy: HostProbe.Proxy
        init(_ proxy: HostProbe.Proxy) { self.proxy = proxy }
        deinit { proxy.cancel() }
    }

    init(
        _ initialState: HostProbe.State, _ env: HostProbe.Env, _ fault: Fault?,
        whenReleased release: HostRelease = .keepsRunning, _ completion: @escaping Completion
    ) {
        let proxy = HostProbe.Proxy(bufferSize: 16)
        let lease =
            switch release {
            case .ends: Lease?.some(Lease(proxy))
            case .keepsRunning: Lease?.none
            }
        let states = States(fault == .startsElsewhere ? HostProbe.State() : initialState)
        let held = Mutex<HostProbe.Event?>(nil)
        let hasBegun = Atomic<Bool>(false)
        Self.start {
            hasBegun.store(true, ordering: .sequentiallyConsistent)
            guard fault != .doesNotBegin || !initialState.isTerminal else { return }
            let result = await Self.run(states, proxy, env)
            switch (fault, result) {
            case (.completesTwice, _):
                completion(result)
                completion(result)
            case (.losesOutput, .success): completion(.success(0))
            case (.hidesFailures, .failure(let error)) where !(error is TransducerError): break
            case (.leavesEffects, .failure(TransducerError.cancelled)), (.leavesEffectsAtTheEnd, .success): break
            default: completion(result)
            }
        }
        let enqueue: @Sendable (HostProbe.Event) throws -> HostProbe.State = { event in
            try proxy.send(event)
            return states.storedValue
        }
        handle = HostHandle(stateAfter: fault == .onlyEnqueues ? enqueue : nil) {
            fault == .showsOldState ? initialState : states.storedValue
        } send: { event in
            switch (fault, event) {
            // The fifth number waits for the sixth.
            case (.confusesOrder, .note(5)): held.withLock { $0 = event }
            case (.losesEarlyEvents, _) where !hasBegun.load(ordering: .sequentiallyConsistent): break
            case (.dropsLateEvents, _): try? proxy.send(event)
            case (.leavesEffectsAtTheEnd, .end):
                completion(.success(0))
                try proxy.send(event)
            default:
                try proxy.send(event)
                let late = held.withLock { held in
                    defer { held = nil }
                    return held
                }
                if let late { try proxy.send(late) }
            }
        } cancel: {
            withExtendedLifetime(lease) {}
            switch fault {
            case .ignoresCancellation: break
            case .losesEarlyCancellation where !hasBegun.load(ordering: .sequentiallyConsistent): break
            case .completesWithEachCancellation, .leavesEffects:
                completion(.failure(TransducerError.cancelled))
                proxy.cancel()
            default: proxy.cancel()
            }
        }
    }

    private static func run(
        _ states: States, _ proxy: HostProbe.Proxy, _ env: HostProbe.Env
    ) async -> Result<Int, any Error> {
        do {
            return .success(try await HostProbe.run(storage: states, proxy: proxy, env: env))
        } catch {
            return .failure(error)
        }
    }

    private static func start(_ body: @escaping @Sendable () async -> Void) {
        Task { await body() }
    }
}
