import Commons
public import Oak
public import OakDurable

/// The report of a day, which a schedule begins: counts the subscriptions of each phase, and publishes the numbers.
public enum DailyReport: EffectTransducer, DurableTransducer {
    public enum State: Codable, Hashable, Sendable, Terminable {
        case counting
        case publishing(Figures)
        case published(Figures)

        public var isTerminal: Bool {
            switch self {
            case .published: true
            case .counting, .publishing: false
            }
        }
    }

    public enum Event: Codable, Hashable, Sendable { case counted(Figures), published }

    /// The number of subscriptions in each phase, by its name.
    public typealias Figures = [String: Int]

    public struct Env: Sendable {
        public var count: @Sendable () async throws -> Figures
        /// Publishes a report; the key tells a repetition.
        public var publish: @Sendable (_ report: String, Figures, IdempotencyKey) async throws -> Void

        public init(
            count: @escaping @Sendable () async throws -> Figures,
            publish: @escaping @Sendable (_ report: String, Figures, IdempotencyKey) async throws -> Void
        ) {
            self.count = count
            self.publish = publish
        }
    }

    public static let machineName = "report"

    /// The numbers are a part of the state before they are published: a repetition publishes the same ones.
    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .counting: [Effect(id: "count", { env in try await env.count() }, success: Event.counted)]
        case .publishing(let figures):
            [Effect(id: "publish", { try await publish(figures, $0) }, success: { .published })]
        case .published: []
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.counting, .counted(let figures)): state = .publishing(figures)
        case (.publishing(let figures), .published): state = .published(figures)
        case (.counting, _), (.publishing, _), (.published, _): return .unexpected
        }
        return nil
    }

    private static func publish(_ figures: Figures, _ env: Env) async throws {
        let key = try DurableActivity.requestKey()
        try await env.publish(key.instance.id, figures, key)
    }
}
