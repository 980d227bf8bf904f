public import Foundation
public import Oak

/// A file in which the application keeps its state, so as to go on where it was when it starts again.
///
/// Pass ``observer`` to whatever runs the machine, and ``state`` as its initial state.
public final class Archive: Sendable {
    /// The file.
    public let file: URL
    private let states: AsyncStream<Shelf.State>.Continuation
    private let writing: Task<Void, Never>

    /// Chooses a file.
    ///
    /// - Parameter file: The file; its folder is created with it.
    public init(file: URL) {
        self.file = file
        // Of the states that come while one is being written, the last one counts.
        let (latest, states) = AsyncStream.makeStream(of: Shelf.State.self, bufferingPolicy: .bufferingNewest(1))
        self.states = states
        writing = Task.detached { for await state in latest { Self.write(state, to: file) } }
    }

    deinit { states.finish() }

    /// The state to begin with: the stored one, or that of the first start.
    public var state: Shelf.State {
        let stored = try? JSONDecoder().decode(Shelf.State.self, from: Data(contentsOf: file))
        return stored?.refreshed ?? Shelf.State()
    }

    /// Keeps the state of each transition.
    public var observer: MachineObserver<Shelf> {
        .each(Shelf.self) { [self] occurrence in
            if case .transition(_, _, let state) = occurrence { states.yield(state) }
        }
    }

    /// Waits until the last state is written; afterwards, none is kept.
    public func close() async {
        states.finish()
        await writing.value
    }

    private static func write(_ state: Shelf.State, to file: URL) {
        // A state that cannot be kept is lost with the application, which goes on meanwhile.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? JSONEncoder().encode(state).write(to: file, options: .atomic)
    }
}
