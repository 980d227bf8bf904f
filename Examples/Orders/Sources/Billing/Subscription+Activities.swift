import Commons
public import Oak
public import OakDurable

extension Subscription {
    /// Charges a card; throws ``GatewayUnreachable`` if nobody knows whether that has happened.
    public typealias Env = @Sendable (_ request: GatewayRequest) async throws -> GatewayAnswer

    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .trial(let plan): [.timeout(.seconds(plan.trial), id: "trial", sending: .due)]
        case .charging(let invoice): [charge(invoice)]
        case .active(let invoice): [.timeout(.seconds(invoice.plan.period), id: "period", sending: .due)]
        case .pastDue(let invoice): [.timeout(.seconds(invoice.plan.pause), id: "pause", sending: .due)]
        case .suspended(let invoice): [.timeout(.seconds(invoice.plan.lapse), id: "lapse", sending: .lapse)]
        case .ended: []
        }
    }

    /// A gateway that cannot be reached is no fault of the customer. It is asked again, always with the same key, until
    /// it answers; any other error stops the subscription until somebody has looked at it.
    private static func charge(_ invoice: Invoice) -> Effect {
        .retry(
            id: "charge", attempts: .max,
            backoff: .exponential(
                from: .seconds(invoice.plan.firstRetry), upTo: .seconds(invoice.plan.longestRetry)),
            { env in
                let key = try DurableActivity.requestKey()
                return try await env(
                    GatewayRequest(
                        invoice: "\(key.instance.id)/\(invoice.period)", price: invoice.plan.price, key: key))
            },
            while: { $0 is GatewayUnreachable },
            retrying: { _, _ in .unreachable },
            success: Event.gateway)
    }

    /// All charges share one queue, whose limits are those of the gateway.
    public static func queue(of activity: EffectID) -> String? { gatewayQueue }

    public static let gatewayQueue = "gateway"

    public static func tags(in state: State) -> [String: DurableTag] {
        let phase = ["phase": DurableTag.text(state.phase.rawValue)]
        return state.phase.isTrouble ? phase.merging(trouble.tags) { $1 } : phase
    }

    /// All who are in trouble. A query cannot ask for one tag or another, so that they have a tag in common.
    public static let trouble = InstanceQuery(
        machine: machineName, statuses: [.running, .failed], tags: ["trouble": "payment"])

    /// All in a phase, but for those that an operator has cancelled, which keep the tags of their last state.
    public static func query(in phase: State.Phase) -> InstanceQuery {
        InstanceQuery(
            machine: machineName, statuses: [.running, .failed, .ended], tags: ["phase": .text(phase.rawValue)])
    }
}

extension Subscription.State {
    public enum Phase: String, CaseIterable, Codable, Sendable {
        case trial, active, pastDue, suspended, ended

        var isTrouble: Bool { self == .pastDue || self == .suspended }
    }

    /// The phase as the customer sees it: during a charge, it is the one before.
    public var phase: Phase {
        switch self {
        case .trial: .trial
        case .charging(let invoice):
            invoice.isPatienceOver ? .suspended : invoice.isLate ? .pastDue : .active
        case .active: .active
        case .pastDue: .pastDue
        case .suspended: .suspended
        case .ended: .ended
        }
    }
}
