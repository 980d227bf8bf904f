extension Ownership.State {
    /// Closes the gaps between the generations that are still remembered.
    ///
    /// Generations are only compared, so the graph stays finite and shows every order of them.
    mutating func renumberGenerations() {
        let remembered = ([store.lease.generation, store.record.generation] + processes.map(\.phase.generation))
            .compactMap { $0 }
        let numbers = Dictionary(uniqueKeysWithValues: zip(Set(remembered).sorted(), 0...))
        func renumber(_ generation: Int) -> Int { numbers[generation, default: generation] }
        store.lease.generation = renumber(store.lease.generation)
        switch store.record {
        case .write(let id, let generation): store.record = .write(by: id, generation: renumber(generation))
        case .secondWriter(let id, let generation):
            store.record = .secondWriter(id, generation: renumber(generation))
        case .nothing, .writeOfFormerOwner: break
        }
        for id in processes.indices {
            switch processes[id].phase {
            case .owner(let generation): processes[id].phase = .owner(generation: renumber(generation))
            case .checked(let generation): processes[id].phase = .checked(generation: renumber(generation))
            case .absent, .refused, .locked, .ownershipLost: break
            }
        }
    }
}

extension Ownership.Record {
    fileprivate var generation: Int? {
        switch self {
        case .write(_, let generation), .secondWriter(_, let generation): generation
        case .nothing, .writeOfFormerOwner: nil
        }
    }
}

extension Ownership.Phase {
    fileprivate var generation: Int? {
        switch self {
        case .owner(let generation), .checked(let generation): generation
        case .absent, .refused, .locked, .ownershipLost: nil
        }
    }
}
