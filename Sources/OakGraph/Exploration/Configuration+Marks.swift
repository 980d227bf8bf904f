package import Oak

/// The identity of an operation, or of the innermost named composition around it, and its place among those alike.
package struct EffectMark: Sendable {
    package let id: EffectID?
    package let place: Int

    package init(id: EffectID?, place: Int = 0) {
        self.id = id
        self.place = place
    }
}

/// The error of a function whose errors are not declared.
struct UndeclaredFailure: Error {}

extension Configuration {
    /// The mark of an operation.
    func mark(of number: Int) -> EffectMark {
        let id = running.first { $0.number == number }?.nearestID
        return EffectMark(id: id, place: operations(of: id).firstIndex { $0.number == number } ?? 0)
    }

    /// The operation with a mark, if there is one.
    func operation(with mark: EffectMark) -> Running? {
        operations(of: mark.id).dropFirst(mark.place).first
    }

    /// Lets the operations return that can only do that, or cannot be told from such, unless something depends on it.
    ///
    /// - Parameters:
    ///   - isKept: Whether the latest with each name remains, because something may wait for it. A wait for one of
    ///     these returns is as long as a wait for several.
    ///   - goOn: Lets the machine go on after each return.
    func endMute(keepingNames isKept: Bool, goOn: () -> Void) {
        var kept: Set<Set<AnyHashable>> = []
        for operation in running.reversed() where !operation.hasFollowers {
            let isMute = (operation.isExit || operation.nearestID == nil) && !operation.handlesErrors
            guard operation.isSilent || isMute else { continue }
            if isKept, !operation.names.isEmpty, kept.insert(operation.names).inserted { continue }
            end(operation.number)
            goOn()
        }
    }

    /// The operations with an identity: those of transitions, of activities, and those that cannot answer.
    ///
    /// Of each kind, parts of compositions come last, and otherwise the latest comes first. Operations without an
    /// identity come in the order of the events that their errors become.
    private func operations(of id: EffectID?) -> [Running] {
        var alike = running.reversed().filter { $0.nearestID == id }
        if id == nil, alike.count > 1 { alike.sort { handledText(of: $0) < handledText(of: $1) } }
        // Between operations of different kinds, two machines in the same state may differ in the order.
        return Dictionary(grouping: alike, by: \.rank).sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// The event that an error of an operation becomes, as text.
    private func handledText(of operation: Running) -> String {
        event(for: UndeclaredFailure(), of: operation.number).map { String(reflecting: $0) } ?? ""
    }
}

extension Configuration.Running {
    /// Whether it can only return.
    var isSilent: Bool { stage == .max || isCancelled || isPause }

    /// Its identity, or that of the innermost composition around it that has one.
    var nearestID: EffectID? { summary.id ?? surroundings.first }

    /// Its place among kinds of operations. Those on which nothing depends come last: some machines in the same state
    /// have forgotten them.
    fileprivate var rank: Int {
        (isSilent || isExit ? hasFollowers ? 4 : 8 : 0) + (summary.isActivity ? 2 : 0) + (isPart ? 1 : 0)
    }
}
