import Foundation
import Oak
import OakDurable
import Synchronization

/// A host that a page shows, or a store without a host.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class DurableSource: Sendable {
    /// A store that no host of this program has open.
    struct Store: Sendable {
        let store: any DurableStore
        /// The names of the machines whose instances are counted.
        let machines: [String]
        let hiddenFields: Set<String>
    }

    let number: Int
    let name: String
    /// The host, if there is one and it is still there.
    weak let host: DurableHost?
    private let store: Store?
    private let settings: InspectorSettings
    private let isControlled = Atomic(false)
    private let access: Shared<Access?>
    private let overview: Shared<Overview>

    init(
        _ number: Int, name: String, host: DurableHost?, store: Store?, settings: InspectorSettings,
        time: @escaping @Sendable () -> Duration
    ) {
        self.number = number
        self.name = name
        self.host = host
        self.store = store
        self.settings = settings
        access = Shared(time: time)
        overview = Shared(time: time)
    }

    /// Whether its host is no more.
    var isGone: Bool { store == nil && host == nil }

    /// Whether a page may operate on its instances.
    var allowsOperations: Bool { isControlled.load(ordering: .relaxed) && host != nil }

    func allowOperations() { isControlled.store(true, ordering: .relaxed) }

    /// Asks the host how it stands, a few times a second at most, however many pages are open.
    ///
    /// - Returns: `nil` if the host is no more.
    func currentAccess() async -> Access? {
        if isGone { return nil }
        return await access.value { [weak host, store, settings] in
            let view = await host?.view
            let known = view.map { Store(store: $0.store, machines: $0.machines, hiddenFields: []) }
            guard let store = store ?? known else { return nil }
            return Access(
                store: store.store,
                reader: PayloadReader(
                    payloads: view?.payloads, redaction: settings.redaction, hiddenFields: store.hiddenFields,
                    limits: settings.limits),
                machines: store.machines, now: view?.now ?? Date(), host: view)
        }
    }

    func currentOverview(_ access: Access) async -> Overview { await overview.value { await access.overview() } }

    /// Forgets what was asked, which refers to the store and to the dependencies of the machines.
    func forget() {
        access.forget()
        overview.forget()
    }

    /// Carries out an operation, if the program allows it.
    func perform(_ operation: DurableOperation, on name: InstanceName) async -> Answer {
        guard allowsOperations, let host else { return .refused("The program does not allow it, or the host is gone.") }
        do {
            switch operation {
            case .retry:
                try await host.retry(name)
                return .done("\(name) goes on.")
            case .cancel:
                try await host.cancel(name)
                return .done("\(name) is cancelled.")
            case .skip(let event):
                try await host.skip(event, of: name)
                return .done("\(name) never processes event \(event).")
            case .fork(let number, let id):
                if id.isEmpty { return .refused("Write the id of the new instance.") }
                try await host.fork(name, from: number, as: id)
                return .done("\(name.machine)/\(id) begins in the state after macrostep \(number).")
            }
        } catch {
            let access = await currentAccess()
            return .refused(access?.reader.words(for: error) ?? "The host of \(self.name) is no more.")
        }
    }
}

/// The things that a page may do to an instance.
enum DurableOperation: Hashable, Sendable {
    case retry
    case cancel
    case skip(EventNumber)
    case fork(from: Int, as: String)
}

/// The answer to something that a user has asked for.
enum Answer: Hashable, Sendable {
    case done(String)
    case refused(String)
}

/// The means to read the instances of a source at a moment.
struct Access: Sendable {
    let store: any DurableStore
    let reader: PayloadReader
    /// The names of the machines that are known.
    let machines: [String]
    let now: Date
    /// The host, unless the store is read without one.
    let host: DurableHostView?

    /// The reason why nothing can be read, if there is one.
    var obstacle: String? {
        guard let host, !store.isShared else { return nil }
        return switch host.condition {
        case .new: "The host is not open yet, and nothing can be read before it is."
        case .opening: "The host is about to open."
        case .closed: "The host is closed, and has given up its store."
        case .open, .closing, .failed: nil
        }
    }
}

/// A value that takes time to make, and that pages share as long as it is new.
///
/// One that took long is kept for long, so that a slow store has little to do for pages.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Shared<Value: Sendable>: Sendable {
    private let latest = Protected<(task: Task<Value, Never>, end: Duration?)?>(nil)
    private let time: @Sendable () -> Duration

    init(time: @escaping @Sendable () -> Duration) { self.time = time }

    func forget() { latest.withLock { $0 = nil } }

    func value(_ make: @escaping @Sendable () async -> Value) async -> Value {
        let begin = time()
        let task = latest.withLock { latest in
            if let latest, latest.end.map({ begin < $0 }) ?? true { return latest.task }
            let task = Task { await make() }
            latest = (task, nil)
            return task
        }
        let value = await task.value
        let end = time()
        latest.withLock { latest in
            guard latest?.task == task, latest?.end == nil else { return }
            latest?.end = end + max(DurableBook.interval - .milliseconds(100), (end - begin) * 4)
        }
        return value
    }
}
