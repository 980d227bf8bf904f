import Foundation
import Oak
import OakDurable
import Synchronization

/// A host that a page shows, or a store without a host.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class DurableSource: Sendable {
    /// The place where the instances are.
    enum Origin: Sendable {
        case host(WeakHost)
        case store(any DurableStore, machines: [String], hiddenFields: Set<String>)
    }

    let number: Int
    let name: String
    private let origin: Origin
    private let settings: InspectorSettings
    private let time: @Sendable () -> Duration
    private let isControlled = Atomic(false)
    private let access: Shared<Access?>
    private let overview: Shared<Overview>

    init(
        _ number: Int, name: String, origin: Origin, settings: InspectorSettings,
        time: @escaping @Sendable () -> Duration
    ) {
        self.number = number
        self.name = name
        self.origin = origin
        self.settings = settings
        self.time = time
        access = Shared(time: time)
        overview = Shared(time: time)
    }

    /// The host, if there is one and it is still there.
    var host: DurableHost? { if case .host(let weak) = origin { weak.host } else { nil } }

    /// Whether its host is no more.
    var isGone: Bool { if case .host(let weak) = origin { weak.host == nil } else { false } }

    /// Whether a page may operate on its instances.
    var allowsOperations: Bool { isControlled.load(ordering: .relaxed) && host != nil }

    func allowOperations() { isControlled.store(true, ordering: .relaxed) }

    /// Asks the host how it stands, a few times a second at most, however many pages are open.
    ///
    /// - Returns: `nil` if the host is no more.
    func currentAccess() async -> Access? {
        if isGone { return nil }
        return await access.value { [origin, settings] in
            switch origin {
            case .host(let weak): await weak.host?.view.access(settings)
            case .store(let store, let machines, let hiddenFields):
                Access(
                    store: store,
                    reader: PayloadReader(
                        payloads: nil, redaction: settings.redaction, hiddenFields: hiddenFields,
                        limits: settings.limits),
                    machines: machines, now: Date(), host: nil)
            }
        }
    }

    func currentOverview(_ access: Access) async -> Overview { await overview.value { await access.overview() } }

    /// Forgets what was asked, which refers to the store and to the dependencies of the machines.
    func forget() {
        access.forget()
        overview.forget()
    }

    /// How to show an error.
    func words(for error: any Error) async -> String {
        await currentAccess()?.reader.words(for: error) ?? "The host of \(name) is no more."
    }
}

/// A host that is not kept alive.
struct WeakHost: Sendable {
    weak let host: DurableHost?
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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DurableHostView {
    fileprivate func access(_ settings: InspectorSettings) -> Access {
        Access(
            store: store,
            reader: PayloadReader(
                payloads: payloads, redaction: settings.redaction, hiddenFields: [], limits: settings.limits),
            machines: machines, now: now, host: self)
    }
}

/// A value that takes time to make, and that pages share as long as it is new.
///
/// One that took long is kept for long, so that a slow store has little to do for pages.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Shared<Value: Sendable>: Sendable {
    private struct Latest {
        let task: Task<Value, Never>
        var end: Duration?
    }

    private let latest = Mutex<Latest?>(nil)
    private let time: @Sendable () -> Duration

    init(time: @escaping @Sendable () -> Duration) { self.time = time }

    func forget() { latest.withLock { $0 = nil } }

    func value(_ make: @escaping @Sendable () async -> Value) async -> Value {
        let begin = time()
        let task = latest.withLock { latest in
            if let latest, latest.end.map({ begin < $0 }) ?? true { return latest.task }
            let task = Task { await make() }
            latest = Latest(task: task)
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
