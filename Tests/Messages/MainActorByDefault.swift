// compiled with: -default-isolation MainActor -enable-upcoming-feature InferIsolatedConformances
import Oak

enum MachineByDefault: Transducer {
    enum State { case idle }
    enum Event: Sendable { case go }

    static func update(_ state: inout State, event: Event) {}
}

enum EffectMachineByDefault: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

@concurrent func runsElsewhere() async throws {
    // says: conformance of 'MachineByDefault' to 'ExecutableTransducer' cannot be used in nonisolated context
    try await MachineByDefault.run(initialState: .idle, proxy: MachineByDefault.Proxy())
    // says: conformance of 'EffectMachineByDefault' to 'ExecutableTransducer' cannot be used in nonisolated context
    try await EffectMachineByDefault.run(initialState: .idle, proxy: EffectMachineByDefault.Proxy())
}

// says: conformance of 'MachineByDefault' to 'ExecutableTransducer' cannot satisfy conformance requirement
func hosted() -> TransducerHost<MachineByDefault> { TransducerHost(initialState: .idle) }
