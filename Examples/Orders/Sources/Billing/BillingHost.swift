import Foundation
public import OakDurable

/// The services and settings that a host of subscriptions needs.
public struct BillingSettings: Sendable {
    public var charge: Subscription.Env
    public var read: CustomerImport.Env = { try String(contentsOfFile: $0, encoding: .utf8) }
    public var publish: @Sendable (_ report: String, DailyReport.Figures, IdempotencyKey) async throws -> Void
    /// The times of the report.
    public var reports: ScheduleTimes
    /// The limits of the gateway, for all subscriptions together.
    public var gateway = DurableQueue(atOnce: 20, starts: 50, perSeconds: 1)

    public init(
        charge: @escaping Subscription.Env, reports: ScheduleTimes,
        publish: @escaping @Sendable (_ report: String, DailyReport.Figures, IdempotencyKey) async throws -> Void
    ) {
        self.charge = charge
        self.reports = reports
        self.publish = publish
    }
}

extension DurableHost {
    /// A host that knows the machines of the billing, and is not open yet.
    public static func billing(
        _ store: any DurableStore, _ billing: BillingSettings, clock: DurableClock = .system,
        observer: DurableObserver? = nil
    ) async throws -> DurableHost {
        var settings = DurableSettings()
        settings.queues = [Subscription.gatewayQueue: billing.gateway]
        let host = DurableHost(store: store, clock: clock, settings: settings, observer: observer)
        try await host.register(Ledger.self)
        try await host.register(Subscription.self, env: billing.charge)
        try await host.register(CustomerImport.self, env: billing.read)
        // The host keeps its environments, which therefore must not keep the host.
        let report = DailyReport.Env(
            count: { [weak host] in
                guard let host else { throw DurableError.hostNotOpen }
                return try await host.countPhases()
            }, publish: billing.publish)
        try await host.register(DailyReport.self, env: report)
        try await host.register(
            DurableSchedule("daily-report", billing.reports) { time in
                .start(DailyReport.self, id: DurableID(time.formatted(.iso8601)), initialState: .counting)
            })
        return host
    }

    /// The number of subscriptions in each phase.
    public func countPhases() async throws -> DailyReport.Figures {
        var figures: DailyReport.Figures = [:]
        for phase in Subscription.State.Phase.allCases {
            figures[phase.rawValue] = try await count(where: Subscription.query(in: phase))
        }
        return figures
    }
}
