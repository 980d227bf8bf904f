extension Order.Env {
    /// Creates an environment of a bank and a warehouse.
    ///
    /// - Parameters:
    ///   - bank: The bank.
    ///   - warehouse: The warehouse.
    public init(bank: Bank, warehouse: Warehouse) {
        self.init(
            reserve: { try await warehouse.reserve($0, for: $1) }, charge: { try await bank.charge($0) },
            ship: { try await warehouse.ship($0) }, voidCharge: { try await bank.void($0, $1) },
            release: { try await warehouse.release($0) })
    }
}
