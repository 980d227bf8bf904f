#if Postgres
    import Oak
    import OakDurable

    /// Takes numbers from senders, works after some of them, tells a book of its work, and notes each number that comes
    /// too early, too late or twice.
    ///
    /// ```
    ///   counting ──finish──▶ closing ──due, and all work is done──▶ ended
    /// ```
    enum Meter: EffectTransducer, DurableTransducer {
        enum State: Codable, Hashable, Sendable, Terminable {
            case counting(Tally)
            case closing(Tally, isDue: Bool)
            case ended(Tally)

            var isTerminal: Bool { if case .ended = self { true } else { false } }

            var tally: Tally {
                switch self {
                case .counting(let tally), .closing(let tally, _), .ended(let tally): tally
                }
            }
        }

        enum Event: Codable, Hashable, Sendable {
            case add(Int, sender: Int)
            case worked(Int)
            case finish, due
        }

        struct Tally: Codable, Hashable, Sendable {
            var meter: Int
            var latest: [Int: Int] = [:]
            var total = 0
            var worked = 0
            var faults: [String] = []

            /// Work follows each fifth number.
            var wanted: Int { total / 5 }

            func adding(_ number: Int, _ sender: Int) -> Tally {
                var result = self
                let expected = latest[sender, default: 0] + 1
                if number != expected { result.faults.append("\(sender) has sent \(number), not \(expected)") }
                result.latest[sender] = number
                result.total += 1
                return result
            }

            func finishing(_ work: Int) -> Tally {
                var result = self
                if work != worked + 1 { result.faults.append("work \(work) comes after \(worked)") }
                result.worked = work
                return result
            }
        }

        typealias Env = WorkFile

        static let machineName = "meter"

        static let bench = "bench"

        /// All processes together work on so many pieces at once; a process that dies leaves its places to others.
        static func queue(of activity: EffectID) -> String? { bench }

        static func activities(in state: State) -> [Effect] {
            let tally = state.tally
            guard tally.worked < tally.wanted, !state.isTerminal else { return [] }
            let work = tally.worked + 1
            return [
                Effect(id: "work \(work)", { file in try file.note(work) }, success: { _ in .worked(work) })
            ]
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.counting(let tally), .add(let number, let sender)):
                state = .counting(tally.adding(number, sender))
            case (.counting(let tally), .worked(let work)):
                state = .counting(tally.finishing(work))
                return tell(work, of: tally)
            case (.counting(let tally), .finish):
                state = .closing(tally, isDue: false)
                return .timeout(.milliseconds(500), id: "end", sending: .due)
            case (.closing(let tally, let isDue), .worked(let work)):
                state = closed(tally.finishing(work), isDue)
                return tell(work, of: tally)
            case (.closing(let tally, _), .due): state = closed(tally, true)
            case (.counting, .due), (.closing, .add), (.closing, .finish), (.ended, _): return .unexpected
            }
            return nil
        }

        private static func tell(_ work: Int, of tally: Tally) -> Effect {
            .send(.worked(work, meter: tally.meter), to: Book.id(for: tally.meter))
        }

        private static func closed(_ tally: Tally, _ isDue: Bool) -> State {
            isDue && tally.worked == tally.wanted ? .ended(tally) : .closing(tally, isDue: isDue)
        }
    }
#endif
