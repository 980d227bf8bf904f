import OakDurable

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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension DurableSource {
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
            return .refused(await words(for: error))
        }
    }
}
