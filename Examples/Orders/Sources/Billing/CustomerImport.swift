public import Oak
public import OakDurable

/// An import of customers, which begins a subscription for each and observes them for some time.
///
/// Subscriptions go on for years. The import ends with their first period, or when all have ended before that; by then
/// somebody has seen how many have failed.
public enum CustomerImport: EffectTransducer, DurableTransducer {
    public enum State: Codable, Hashable, Sendable, Terminable {
        /// The file is read; each customer gets the plan, with a price of their own.
        case reading(file: String, Plan)
        /// All subscriptions have begun.
        case observing(Progress, for: Double)
        /// The import has ended.
        case done(Progress)
        /// Nobody was imported.
        case unreadable(String)

        public var isTerminal: Bool {
            switch self {
            case .done, .unreadable: true
            case .reading, .observing: false
            }
        }
    }

    public struct Progress: Codable, Hashable, Sendable {
        public var customers: Int
        public var ended = 0
        /// Those who wait for an operator; a number would count a subscription that fails again twice.
        public var failed: Set<String> = []

        public init(customers: Int) { self.customers = customers }
    }

    public enum Event: Codable, Hashable, Sendable {
        case read([Customer])
        case unreadable(String)
        case ended(String)
        case failed(String)
        case observed
    }

    /// The text of a file.
    public typealias Env = @Sendable (_ file: String) async throws -> String

    public static let machineName = "import"

    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .reading(let file, _):
            [
                Effect(
                    id: "read", { env in try Customer.list(of: try await env(file)) }, success: Event.read,
                    failure: { .unreadable("\($0)") })
            ]
        case .observing(_, let seconds): [.timeout(.seconds(seconds), id: "observation", sending: .observed)]
        case .done, .unreadable: []
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.reading(_, let plan), .read(let customers)):
            let progress = Progress(customers: customers.count)
            state = customers.isEmpty ? .done(progress) : .observing(progress, for: plan.trial + plan.period)
            return .all(customers.flatMap { begin($0, plan) })
        case (.reading, .unreadable(let problem)): state = .unreadable(problem)

        case (.observing(var progress, let seconds), .ended(let customer)):
            progress.ended += 1
            progress.failed.remove(customer)
            state = progress.ended == progress.customers ? .done(progress) : .observing(progress, for: seconds)
        case (.observing(var progress, let seconds), .failed(let customer)):
            progress.failed.insert(customer)
            state = .observing(progress, for: seconds)
        case (.observing(let progress, _), .observed): state = .done(progress)

        case (.reading, _), (.observing, _), (.done, _), (.unreadable, _): return .unexpected
        }
        return nil
    }

    private static func begin(_ customer: Customer, _ plan: Plan) -> [Effect] {
        let id = DurableID<Subscription>(customer.id)
        var plan = plan
        plan.price = customer.price
        return [
            .start(Subscription.self, id: id, initialState: .trial(plan)),
            .watch(id, ended: .ended(customer.id), failed: .failed(customer.id)),
        ]
    }
}
