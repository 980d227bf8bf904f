#if Postgres
    import Foundation
    import Oak
    import OakDurable
    import TestSupport

    /// Begins errands, and is home when the last one has ended.
    enum Family: EffectTransducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case waiting(errands: Int)
            case home

            var isTerminal: Bool { self == .home }
        }

        enum Event: Codable, Hashable, Sendable { case begin(errands: Int), ended }

        static let machineName = "family"

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.waiting, .begin(let count)):
                state = .waiting(errands: count)
                return .all(
                    (0..<count).flatMap { number -> [Effect] in
                        let errand = DurableID<Errand>("errand \(number)")
                        return [
                            .start(Errand.self, id: errand, initialState: .away),
                            .watch(errand, ended: .ended, failed: .ended),
                        ]
                    })
            case (.waiting(let count), .ended): state = count == 1 ? .home : .waiting(errands: count - 1)
            case (.home, _): return .unexpected
            }
            return nil
        }
    }

    /// Is at work for a moment.
    enum Errand: EffectTransducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case away, home

            var isTerminal: Bool { self == .home }
        }

        enum Event: Codable, Hashable, Sendable { case finish }

        static let machineName = "errand"

        static func activities(in state: State) -> [Effect] {
            state == .away ? [Effect(id: "work", { await Task.yield() }, success: { _ in .finish })] : []
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            guard state == .away else { return .unexpected }
            state = .home
            return nil
        }
    }

    /// Adds numbers, and ends with their sum.
    enum Sum: Transducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case open(numbers: [Int])
            case closed

            var isTerminal: Bool { self == .closed }
        }

        enum Event: Codable, Hashable, Sendable { case add(Int), close }

        static let machineName = "sum"

        static func update(_ state: inout State, event: Event) -> [Int] {
            guard case .open(let numbers) = state else { return [] }
            switch event {
            case .add(let number):
                state = .open(numbers: numbers + [number])
                return []
            case .close:
                state = .closed
                return numbers
            }
        }
    }

    /// The printers that processes share.
    final class Printers: Sendable {
        private let pages = Guarded((begun: 0, most: 0, done: 0))

        /// The greatest number that was at work at once, and the number of pages.
        var counts: (most: Int, done: Int) { pages.withLock { ($0.most, $0.done) } }

        func begin() {
            pages.withLock { pages in
                pages.begun += 1
                pages.most = max(pages.most, pages.begun - pages.done)
            }
        }

        func end() { pages.withLock { $0.done += 1 } }
    }

    /// Prints a page when a printer is free.
    enum Page: EffectTransducer, FollowedTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case waiting, printed

            var isTerminal: Bool { self == .printed }
        }

        enum Event: Codable, Hashable, Sendable { case finish }

        typealias Env = Printers

        static let machineName = "page"

        static func queue(of activity: EffectID) -> String? { "printers" }

        static func activities(in state: State) -> [Effect] {
            guard state == .waiting else { return [] }
            return [
                Effect(id: "print") { printers, input in
                    printers.begin()
                    // For longer than another process needs to begin one.
                    for _ in 0..<5_000 { await Task.yield() }
                    printers.end()
                    try input.send(.finish)
                }
            ]
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            guard state == .waiting else { return .unexpected }
            state = .printed
            return nil
        }
    }
#endif
