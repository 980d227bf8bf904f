/// The actor that a machine in a ``TransducerHost`` is isolated to.
actor HostedMachine<Machine: ExecutableTransducer & SendableMetatype> {
    private let published: PublishedState<Machine.State>

    var state: Machine.State { published.state }

    init(initialState: sending Machine.State) { published = PublishedState(initialState) }

    func run<Outlet: Subject<Machine.Output> & SendableMetatype>(
        proxy: Machine.Proxy, env: Unchecked<Machine.Env>, output: Unchecked<Outlet>
    ) async throws -> Unchecked<Machine.Output> {
        defer { published.finish() }
        let storage = PublishedStorage(published: published)
        return Unchecked(
            try await Machine.run(storage: storage, proxy: proxy, env: env.value, output: output.value))
    }
}

extension HostedMachine where Machine.State: Sendable {
    func add(_ continuation: AsyncStream<Machine.State>.Continuation) {
        continuation.yield(state)
        let observer = PublishedState.Observer(receive: { continuation.yield($0) }, finish: { continuation.finish() })
        let number = published.add(observer)
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.remove(number) }
        }
    }

    private func remove(_ number: Int) { published.remove(number) }
}

/// A state and those who observe it.
private final class PublishedState<State> {
    struct Observer {
        let receive: (State) -> Void
        let finish: () -> Void
    }

    var state: State
    private var observers: [Int: Observer] = [:]
    private var lastNumber = 0
    private var hasEnded = false

    init(_ state: State) { self.state = state }

    func publish() {
        for observer in observers.values { observer.receive(state) }
    }

    func add(_ observer: Observer) -> Int {
        lastNumber += 1
        if hasEnded { observer.finish() } else { observers[lastNumber] = observer }
        return lastNumber
    }

    func remove(_ number: Int) { observers[number] = nil }

    func finish() {
        hasEnded = true
        for observer in observers.values { observer.finish() }
        observers = [:]
    }
}

/// The state where it is, changed in place, with a word to those who observe it.
private struct PublishedStorage<State>: Storage {
    let published: PublishedState<State>

    var value: State {
        get { published.state }
        nonmutating set {
            published.state = newValue
            published.publish()
        }
        nonmutating _modify {
            yield &published.state
            published.publish()
        }
    }
}
